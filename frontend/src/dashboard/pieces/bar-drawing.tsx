/**
 * Bars lying one under the other, drawn by recharts. Each is the area under a level line: areas are loaded for the lines over
 * time anyway, and recharts' own bars would be another 9 kB.
 */
import { Area, AreaChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'

type BarDrawingProps = { bars: readonly { value: number }[] }

/** Of a line's height, above and below its bar. */
const GAP = 0.06

export const BarDrawing = ({ bars }: BarDrawingProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <AreaChart
      data={bars.flatMap(({ value }, line) => [
        { at: line + GAP, value },
        { at: line + 1 - GAP, value },
        { at: line + 1, value: null },
      ])}
      layout="vertical"
      accessibilityLayer={false}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <XAxis hide type="number" domain={[0, 'dataMax']} />
      <YAxis hide type="number" dataKey="at" domain={[0, bars.length]} />
      <Area dataKey="value" isAnimationActive={false} className="ranked-bar-drawn" />
    </AreaChart>
  </ResponsiveContainer>
)
