/** What happens next, hung on a tape measure whose marks are times. */

export type Step = { when: string; title: string; text: string }

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol>
    {steps.map(({ when, title, text }) => (
      <li key={title} className="flex gap-5 sm:gap-8">
        <div className="tape-cell-y flex w-28 shrink-0 flex-col justify-end bg-accent pb-2 pl-3 text-on-accent min-[360px]:w-32 sm:w-44 sm:pl-4">
          <span className="display text-xl leading-none sm:text-2xl">{when}</span>
        </div>
        <div className="min-w-0 flex-1 border-b border-line py-6">
          <h3 className="display text-xl">{title}</h3>
          <p className="mt-1 max-w-xl text-muted">{text}</p>
        </div>
      </li>
    ))}
  </ol>
)
