/** A drawn explainer of four captioned scenes, used if the business has no video. */
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PROMISE } from '../business.ts'

const SCENES = [
  'A quarter past nine, water through the ceiling. Nobody asks a friend now: they search.',
  'Five firms come up. The first one gets the call.',
  'We move you up: the right search, a better advert, a sensible bid, checked every day.',
  `${PROMISE}. Or your money back.`,
] as const
const SCENE_MS = 4_500

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export const Film = () => {
  const [scene, setScene] = useState(0)
  const [playing, setPlaying] = useState(() => !calm())
  const player = useRef<HTMLElement>(null)
  useEffect(() => player.current?.focus(), [])
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => {
      if (scene === SCENES.length - 1) setPlaying(false)
      else setScene(scene + 1)
    }, SCENE_MS)
    return () => clearTimeout(timer)
  }, [playing, scene])
  const ended = scene === SCENES.length - 1
  const play = () => {
    if (!playing && ended) setScene(0)
    setPlaying(!playing)
  }
  return (
    <section
      ref={player}
      tabIndex={-1}
      aria-label="How Firsttouch works"
      className="absolute inset-0 flex flex-col bg-[#1f2328] text-white outline-none"
    >
      <FilmStage scene={scene} />
      <div className="flex items-center gap-1 bg-dark px-2 py-1.5">
        <Control label={playing ? 'Pause' : 'Play'} onClick={play}>
          {playing ? <Pause size={20} /> : <Play size={20} />}
        </Control>
        <Control label="Previous scene" disabled={scene === 0} onClick={() => setScene(scene - 1)}>
          <ChevronLeft size={20} />
        </Control>
        <Control label="Next scene" disabled={ended} onClick={() => setScene(scene + 1)}>
          <ChevronRight size={20} />
        </Control>
        <p aria-live="polite" className="min-w-0 flex-1 pl-2 text-xs leading-snug font-medium sm:text-sm">
          {SCENES[scene]}
        </p>
      </div>
    </section>
  )
}

type ControlProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }
const Control = ({ label, disabled, onClick, children }: ControlProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="grid size-10 shrink-0 place-items-center rounded-md hover:bg-dark-raised focus-visible:outline-accent disabled:opacity-40"
  >
    {children}
  </button>
)

const OTHERS = [1, 2, 3, 4] as const

/** site.css animates this drawing. */
const FilmStage = ({ scene }: { scene: number }) => (
  <svg viewBox="0 0 960 460" aria-hidden data-scene={scene} className="film min-h-0 w-full flex-1">
    <g className="film-search">
      <rect x="180" y="34" width="600" height="72" rx="36" fill="#fff" />
      <circle cx="220" cy="68" r="11" fill="none" stroke="#15171a" strokeWidth="5" />
      <path d="m228 76 11 11" stroke="#15171a" strokeWidth="5" strokeLinecap="round" />
      <text x="256" y="80" fontSize="30" fill="#15171a" className="font-sans">
        emergency plumber near me
      </text>
    </g>
    {OTHERS.map(place => (
      <g key={place} className="film-other">
        <g transform={`translate(180 ${150 + place * 66})`}>
          <rect width="220" height="16" rx="8" fill="#7b838b" />
          <rect y="28" width="520" height="10" rx="5" fill="#4a5159" />
        </g>
      </g>
    ))}
    <g className="film-yours">
      <rect x="164" y="122" width="632" height="76" rx="12" fill="#ffc20e" />
      <text x="188" y="174" fontSize="42" fill="#15171a" className="display">
        Your business
      </text>
      <g className="film-ring" fill="none" stroke="#15171a" strokeWidth="5">
        <circle cx="744" cy="160" r="14" />
        <circle cx="744" cy="160" r="26" />
      </g>
    </g>
  </svg>
)
