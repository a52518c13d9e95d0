type RateBarProps = { value: number; max: number; label: string }

/** A part of a whole. */
export const RateBar = ({ value, max, label }: RateBarProps) => (
  <>
    <meter className="sr-only" min={0} max={max} value={value} aria-label={label} />
    <svg aria-hidden className="my-2 block h-1.5 w-full rounded-full bg-sunken">
      <rect
        width={`${(value / max) * 100}%`}
        height="100%"
        rx={3}
        className="fill-ink transition-[width] duration-400"
      />
    </svg>
  </>
)
