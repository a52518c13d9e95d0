/** How the answer has narrowed as visitors came; a slider under it tells any moment in words. */
import { type PointerEvent, useId, useState } from 'react'
import type { Unit } from '../difference-words.ts'
import { exactMoment, type Measured, momentOf, pointInWords, reachOf } from './history.ts'
import { HistoryDrawing, type OtherLine } from './history-drawing.tsx'

type HistoryFigureProps = {
  /** At least two. */
  points: readonly Measured[]
  unit: Unit
  minimumEffect: number
  treatment: string
  /** The place of the treatment among several; null of the only one. */
  look: number | null
  others: readonly OtherLine[]
}

export const HistoryFigure = (props: HistoryFigureProps) => {
  const { points, treatment, ...drawn } = props
  const id = useId()
  const [chosen, choose] = useState<number | null>(null)
  const last = points.length - 1
  const at = Math.min(chosen ?? last, last)
  const point = points[at]
  if (!point) return null
  const words = pointInWords(point, at === last ? 'Now' : exactMoment(point.at), treatment, props.unit)
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(nearest(points, (event.clientX - left) / width))
  }
  return (
    <figure aria-labelledby={`${id}-caption`}>
      <p id={`${id}-caption`} className="mb-2 min-h-16 sm:min-h-11">
        {words}
      </p>
      <HistoryDrawing
        {...{ ...drawn, points, at }}
        reach={reachOf(points, props.minimumEffect)}
        moment={momentOf(points)}
        onPointerMove={follow}
        onPointerLeave={() => choose(null)}
      />
      <input
        type="range"
        aria-label="Look at an earlier moment"
        aria-valuetext={words}
        min={0}
        max={last}
        value={at}
        onChange={event => choose(Number(event.target.value))}
        onBlur={() => choose(null)}
        className="history-slider block"
      />
    </figure>
  )
}

/** `share`: how far from the first point's time to the last one's. */
const nearest = (points: readonly Measured[], share: number): number => {
  const times = points.map(point => Date.parse(point.at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const wanted = first + share * (last - first)
  const distances = times.map(time => Math.abs(time - wanted))
  return distances.indexOf(Math.min(...distances))
}
