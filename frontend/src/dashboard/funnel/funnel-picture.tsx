import { funnelShapes } from './funnel-shapes.ts'

const WIDTH = 100

/** The table beside it says the same in numbers. */
export const FunnelPicture = ({ counts }: { counts: readonly number[] }) => (
  <svg
    aria-hidden
    className="funnel-picture"
    viewBox={`0 0 ${WIDTH} ${counts.length}`}
    preserveAspectRatio="none"
  >
    {funnelShapes(counts, WIDTH).map((points, at) => (
      <polygon key={at} points={points} />
    ))}
  </svg>
)
