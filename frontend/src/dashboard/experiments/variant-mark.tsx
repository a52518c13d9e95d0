/** A variant's sign wherever it is drawn or listed: told by its shape as well as by its colour. */

const SHAPES = [
  <circle key="circle" cx={8} cy={8} r={5.4} />,
  <rect key="square" x={3.2} y={3.2} width={9.6} height={9.6} />,
  <path key="triangle" d="M8 2 14.4 13.4H1.6Z" />,
  <path key="diamond" d="M8 1.4 14.6 8 8 14.6 1.4 8Z" />,
  <path key="cross" d="M5.8 1.8h4.4v4h4v4.4h-4v4H5.8v-4h-4V5.8h4Z" />,
]
/** By a variant's place in the declaration; the control comes first. */
const LOOKS = ['variant-0', 'variant-1', 'variant-2', 'variant-3', 'variant-4']

export const variantLook = (at: number): string => LOOKS[at % LOOKS.length] ?? ''

const VariantShape = ({ at }: { at: number }) => SHAPES[at % SHAPES.length]

type DotProps = { x: string; y: number | string; at: number; size: number }

/** In a drawing, around a point; its colour is that of the text. */
export const VariantDot = ({ x, y, at, size }: DotProps) => (
  <svg aria-hidden x={x} y={y} className="overflow-visible fill-current stroke-card" strokeWidth={2}>
    <g transform={`scale(${size / 16}) translate(-8 -8)`}>
      <VariantShape at={at} />
    </g>
  </svg>
)

export const VariantMark = ({ at }: { at: number }) => (
  <svg
    aria-hidden
    width={12}
    height={12}
    viewBox="0 0 16 16"
    className={`inline-block shrink-0 fill-current align-[-0.09em] ${variantLook(at)}`}
  >
    <VariantShape at={at} />
  </svg>
)
