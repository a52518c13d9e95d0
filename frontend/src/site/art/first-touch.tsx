/** Poster of the video: search results on a phone, with a thumb on the first result. */

const TICKS = Array.from({ length: 17 }, (_, n) => n)
const OTHERS = [300, 392, 484] as const

export const FirstTouchArt = () => (
  <svg
    viewBox="0 0 960 540"
    role="img"
    aria-label="A phone with search results; a thumb touches the first one"
    className="block size-full"
  >
    <rect width="960" height="540" fill="#1f2328" />
    <g fill="#2c3238">
      {TICKS.map(n => (
        <rect key={n} x={n * 60} width="5" height={n % 4 === 0 ? 170 : n % 2 === 0 ? 104 : 60} />
      ))}
    </g>
    <g transform="rotate(5 640 280)">
      <rect x="430" y="-40" width="400" height="760" rx="52" fill="#0b0d0f" />
      <rect x="448" y="-22" width="364" height="730" rx="36" fill="#f3f4f1" />
      <rect x="470" y="26" width="320" height="56" rx="28" fill="#fff" stroke="#c4c8c0" strokeWidth="2.5" />
      <circle cx="499" cy="53" r="9" fill="none" stroke="#54595f" strokeWidth="4" />
      <path d="m506 60 8 8" stroke="#54595f" strokeWidth="4" strokeLinecap="round" />
      <text x="528" y="62" fontSize="23" fill="#15171a" className="font-sans">
        roofer near me
      </text>
      <rect x="462" y="104" width="336" height="168" rx="16" fill="#ffc20e" />
      <text x="484" y="140" fontSize="17" fontWeight="700" fill="#15171a" className="font-sans">
        Sponsored
      </text>
      <text x="484" y="184" fontSize="40" fill="#15171a" className="display">
        Your business
      </text>
      <rect x="484" y="206" width="236" height="11" rx="5.5" fill="#15171a" opacity=".6" />
      <rect x="484" y="230" width="170" height="11" rx="5.5" fill="#15171a" opacity=".6" />
      {OTHERS.map(y => (
        <g key={y} transform={`translate(484 ${y})`} fill="#cdd1c9">
          <rect width="176" height="15" rx="7.5" fill="#a4aaa1" />
          <rect y="28" width="286" height="9" rx="4.5" />
          <rect y="46" width="238" height="9" rx="4.5" />
        </g>
      ))}
    </g>
    <g transform="translate(742 236)">
      <circle
        r="88"
        fill="none"
        stroke="#15171a"
        strokeWidth="6"
        className="origin-center animate-touch [transform-box:fill-box]"
      />
      <circle r="62" fill="none" stroke="#15171a" strokeWidth="6" opacity=".35" />
      {/* the thumb */}
      <g transform="rotate(-36)">
        <rect x="-60" y="-52" width="120" height="640" rx="60" fill="#a9683f" />
        <path
          d="M-60 8a60 60 0 0 1 98-46c-34 22-44 60-40 112 6 80 26 150 22 300l-2 214H-60Z"
          fill="#c98d63"
        />
        <rect x="-37" y="-42" width="62" height="74" rx="30" fill="#efcdb1" />
        <path
          d="M-34 92q24 12 50 0M-30 112q20 9 42 0"
          fill="none"
          stroke="#a9683f"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
    </g>
  </svg>
)
