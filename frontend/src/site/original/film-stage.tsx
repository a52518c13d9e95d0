/** Drawing of the film. site.css animates it. */

const OTHERS = [1, 2, 3, 4] as const

export const FilmStage = ({ scene }: { scene: number }) => (
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
