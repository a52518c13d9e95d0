/** Told only while the business keeps them. */
import { usePageFact } from '../../ui/use-page-fact.ts'
import { KeptFor } from './kept-for.tsx'
import { Part } from './part.tsx'

export const ClickIds = () =>
  usePageFact('clickIds') && (
    <Part title="When an advert brought you" period={<KeptFor what="clickIds" />}>
      <p>
        Google, Microsoft and Meta give each click on an advert a number of its own. If you may be counted,
        your browser keeps the number of your latest click, and it comes to us with the form that you send,
        with nothing else.
      </p>
      <p>
        We may tell Google or Microsoft what became of the click with this number: that it brought an enquiry
        worth following or a customer, when, and what that was worth to us. They do not learn from us who you
        are or what you wrote. The number is never mixed into the visits, and goes with what you sent.
      </p>
    </Part>
  )
