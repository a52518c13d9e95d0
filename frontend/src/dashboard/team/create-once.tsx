/** Form that creates an invitation or a read token, and shows the link or token once. */
import { type FormEvent, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Options, Select } from '../../ui/select.tsx'
import type { Topic } from '../data/reads.ts'
import { useAdminWrite } from '../data/writes.ts'
import { ShownOnce } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { InputField } from '../pieces/form-fields.tsx'

type Words = readonly [name: string, label: string, hint: string]
type CreateOnceProps<Answer> = {
  path: string
  changes: Topic
  /** The first element of `Words` is the field's name in the API. */
  text: Words
  choice: Words
  options: readonly (readonly [value: string, words: string])[]
  what: string
  secretOf: (answer: Answer) => string
  advice: (answer: Answer) => string
}

export const CreateOnce = <Answer,>(props: CreateOnceProps<Answer>) => {
  const { path, changes, text, choice, options, what, secretOf, advice } = props
  const [made, setMade] = useState<Answer | null>(null)
  const create = useAdminWrite<Record<string, FormDataEntryValue>, Answer>({
    call: body => ({ method: 'POST', path, body }),
    changes,
    failure: `Failed to create the ${what}`,
    onSaved: setMade,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <div className="border-b border-line px-4 py-4 sm:px-5">
      <form className="flex flex-wrap items-start gap-3" onSubmit={submit}>
        <InputField
          label={text[1]}
          hint={text[2]}
          className="min-w-0 grow basis-52"
          name={text[0]}
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
        />
        <Field label={choice[1]} hint={choice[2]}>
          {control => (
            <Select {...control} name={choice[0]}>
              <Options of={options} />
            </Select>
          )}
        </Field>
        <Button variant="primary" type="submit" className="sm:mt-6.5" disabled={create.isPending}>
          Create {what}
        </Button>
      </form>
      {made && (
        <ShownOnce what={what} secret={secretOf(made)} onDone={() => setMade(null)}>
          {advice(made)}
        </ShownOnce>
      )}
    </div>
  )
}
