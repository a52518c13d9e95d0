/** A drawn poster until somebody wants to watch; only then is the player loaded. */
import { type ComponentType, useState } from 'react'
import { toastFailure } from '../../ui/toast.ts'
import { FirstTouchArt } from '../art/first-touch.tsx'
import { useSiteConfig } from '../site-config.tsx'
import { useActions } from '../use-actions.ts'

export const Video = () => {
  const [playing, setPlaying] = useState(false)
  const { videoUrl } = useSiteConfig()
  const { film, loadFilm } = useFilm()
  const { clicked } = useActions()
  const play = async () => {
    clicked('play_video')
    setPlaying(videoUrl !== '' || (await loadFilm()))
  }
  return (
    <div className="relative aspect-video w-full self-start overflow-hidden rounded-lg bg-on-accent">
      {!playing && (
        <button type="button" onClick={play} className="group absolute inset-0 block size-full text-left">
          <FirstTouchArt />
          <span className="absolute bottom-3 left-3 flex items-center gap-3 rounded-full bg-on-accent/90 py-1.5 pr-5 pl-1.5 text-lg font-semibold text-white sm:bottom-4 sm:left-4">
            <span className="grid size-13 place-items-center rounded-full bg-accent text-on-accent transition group-hover:scale-108">
              <svg viewBox="0 0 24 24" aria-hidden className="ml-1 size-6">
                <path d="M5 3v18l16-9z" fill="currentColor" />
              </svg>
            </span>
            See how it works
          </span>
        </button>
      )}
      {playing && videoUrl && (
        <iframe
          src={videoUrl}
          title="How Firsttouch works"
          allow="autoplay; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full"
        />
      )}
      {playing && !videoUrl && film && <film.Film />}
    </div>
  )
}

const useFilm = () => {
  const [film, setFilm] = useState<{ Film: ComponentType }>()
  /** Whether it came; where it did not, the poster stays and may be pressed again. */
  const loadFilm = () =>
    import('./film.tsx').then(
      ({ Film }) => {
        setFilm({ Film })
        return true
      },
      error => {
        console.warn('Film:', error)
        toastFailure('The film could not be loaded', 'Please check your connection and try again.')
        return false
      },
    )
  return { film, loadFilm }
}
