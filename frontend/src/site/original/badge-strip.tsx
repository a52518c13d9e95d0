import { Stars } from '../art/stars.tsx'
import { ORIGINAL_CLAIMS } from '../business.ts'

const { searchRating, reviewRating, businesses, years } = ORIGINAL_CLAIMS

export const BadgeStrip = () => (
  <section aria-label="Reviews" className="bg-dark text-on-dark">
    <ul className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-6">
      <Rating value={searchRating} of="on Google reviews" />
      <Rating value={reviewRating} of="on review sites" />
      <li className="sm:text-lg">
        <strong className="display text-2xl text-accent">{businesses}</strong> businesses over {years} years
      </li>
    </ul>
  </section>
)

const Rating = ({ value, of }: { value: string; of: string }) => (
  <li className="flex flex-wrap items-center gap-x-3 sm:text-lg">
    <strong className="display text-2xl text-accent">{value}</strong>
    <Stars rating={value} />
    <span>{of}</span>
  </li>
)
