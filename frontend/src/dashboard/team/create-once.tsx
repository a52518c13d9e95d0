/** Makes something by its name and a choice, and shows once what the server answers: a link or a token. */
import { type FormEvent, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Options, Select } from '../../ui/select.tsx'
import type { Topic } from '../data/reads.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'

type CreateOnceProps<Answer> = {
  path: string
  changes: Topic
  /** The fields by the API's names, with their labels. */
  fields: {
    text: [name: string, label: string, hint: string]
    choice: [name: string, label: string, hint: string]
  }
  options: readonly (readonly [value: string, words: string])[]
  verb: string
  secretOf: (answer: Answer) => string
  /** What to do with the secret. */
  advice: (answer: Answer) => string
}

export const CreateOnce = <Answer,>(props: CreateOnceProps<Answer>) => {
  const { path, changes, fields, options, verb, secretOf, advice } = props
  const [made, setMade] = useState<Answer | null>(null)
  const create = useAdminWrite<Record<string, FormDataEntryValue>, Answer>({
    call: body => ({ method: 'POST', path, body }),
    changes,
    failure: `Failed to ${verb.toLowerCase()}`,
    onSaved: setMade,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  const [[text, label, hint], [choice, choiceLabel, choiceHint]] = [fields.text, fields.choice]
  return (
    <div className="border-b border-line px-4 py-4 sm:px-5">
      <form className="flex flex-wrap items-start gap-3" onSubmit={submit}>
        <Field label={label} hint={hint} className="min-w-0 grow basis-52">
          {control => <Input {...control} name={text} required autoComplete="off" autoCapitalize="none" />}
        </Field>
        <Field label={choiceLabel} hint={choiceHint}>
          {control => (
            <Select {...control} name={choice}>
              <Options of={options} />
            </Select>
          )}
        </Field>
        <Button variant="primary" type="submit" className="sm:mt-6.5" disabled={create.isPending}>
          {verb}
        </Button>
      </form>
      {made && (
        <div role="status" className="mt-4 rounded-md border border-strong-line bg-sunken p-4">
          <p className="font-semibold">Copy it now: it is shown only this once.</p>
          <code className="mt-2 block wrap-anywhere select-all">{secretOf(made)}</code>
          <p className="mt-2 max-w-prose text-muted">{advice(made)}</p>
          <Button variant="secondary" className="mt-3" onClick={() => setMade(null)}>
            I have copied it
          </Button>
        </div>
      )}
    </div>
  )
}
