import { useId } from 'react'

const STAR = 'm10 1.6 2.5 5.5 6 .7-4.4 4.1 1.1 5.9L10 14.9l-5.2 2.9 1.1-5.9L1.5 7.8l6-.7z'
const FIVE = [0, 1, 2, 3, 4].map(place => (
  <path key={place} d={STAR} transform={`translate(${place * 21})`} />
))

export const Stars = ({ rating }: { rating: string }) => {
  const id = useId()
  return (
    <svg viewBox="0 0 104 20" role="img" aria-label={`${rating} out of 5 stars`} className="h-5 w-[6.5rem]">
      <clipPath id={id}>
        <rect width={Number(rating) * 21} height="20" />
      </clipPath>
      <g fill="none" stroke="var(--accent)" strokeWidth="1.4">
        {FIVE}
      </g>
      <g clipPath={`url(#${id})`} fill="var(--accent)">
        {FIVE}
      </g>
    </svg>
  )
}
