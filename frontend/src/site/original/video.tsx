/** Shows a poster. A click loads the player. */
import { useState } from 'react'
import { useLoaded } from '../../ui/use-loaded.ts'
import { FirstTouchArt } from '../art/first-touch.tsx'
import { useSiteConfig } from '../site-config.tsx'
import { useActions } from '../use-actions.ts'

const loadFilm = async () => (await import('./film.tsx')).Film

export const Video = () => {
  const [playing, setPlaying] = useState(false)
  const { videoUrl } = useSiteConfig()
  const Film = useLoaded(loadFilm, playing && videoUrl === '')
  const { clicked } = useActions()
  const play = () => {
    clicked('play_video')
    setPlaying(true)
  }
  return (
    <div className="relative aspect-video w-full self-start overflow-hidden rounded-lg bg-on-accent">
      {Film ? (
        <Film />
      ) : playing && videoUrl ? (
        <iframe
          src={videoUrl}
          title="How Firsttouch works"
          allow="autoplay; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full"
        />
      ) : (
        <button
          type="button"
          disabled={playing}
          onClick={play}
          className="group absolute inset-0 block size-full text-left"
        >
          <FirstTouchArt />
          <span className="absolute bottom-3 left-3 flex items-center gap-3 rounded-full bg-on-accent/90 py-1.5 pr-5 pl-1.5 text-lg font-semibold text-white sm:bottom-4 sm:left-4">
            <span className="grid size-13 place-items-center rounded-full bg-accent text-on-accent transition group-hover:scale-108">
              <svg viewBox="0 0 24 24" aria-hidden className="ml-1 size-6">
                <path d="M5 3v18l16-9z" fill="currentColor" />
              </svg>
            </span>
            {playing ? 'Loading...' : 'See how it works'}
          </span>
        </button>
      )}
    </div>
  )
}
