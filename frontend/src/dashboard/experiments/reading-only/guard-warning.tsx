import { TriangleAlert } from 'lucide-react'

/** Stands beside the verdict: a version that wins may hurt something else. */
export const GuardWarning = ({ warning }: { warning: string }) => (
  <div role="status">
    {warning && (
      <p className="mx-4 mb-5 flex gap-2 rounded-md bg-[var(--warn-surface)] px-4 py-3 text-[var(--warn)] sm:mx-5">
        <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
        <span>{warning}</span>
      </p>
    )}
  </div>
)
