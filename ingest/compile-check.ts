/** From a zod schema, one function that says ten times as fast whether zod would take a value. Why it would not, zod says. */
import { _, Ajv, type KeywordCxt } from 'ajv'
import { z } from 'zod'

/** Throws for a rule that neither JSON Schema nor a refinement can say. */
export const compileCheck = <Schema extends z.ZodType>(
  schema: Schema,
): ((value: unknown) => value is z.input<Schema>) => {
  const refinements: Refinement[] = []
  const described = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema: { _zod: zod }, jsonSchema }) {
      const checks = zod.def.checks ?? []
      for (const { def } of [zod, ...checks.map(check => check._zod)]) assertSayable(def)
      const own = checks.filter(check => check._zod.def.check === 'custom')
      if (own.length > 0) jsonSchema.refined = own.map(check => refinements.push(check._zod) - 1)
    },
  })
  const ajv = new Ajv({
    strict: false,
    strictNumbers: true,
    messages: false,
    // zod says each format as a pattern too, without the flag u.
    validateFormats: false,
    unicodeRegExp: false,
  })
  countSeldom(ajv)
  ajv.addKeyword({
    keyword: 'refined',
    // Keywords with a type are asked after those of JSON Schema, as zod asks refinements after its own rules.
    type: ['string', 'number', 'boolean', 'object', 'array'],
    validate: (numbers: number[], value: unknown) =>
      numbers.every(number => isRefined(refinements[number], value)),
  })
  return ajv.compile<z.input<Schema>>(described)
}

const SAYABLE = new Set(['max_length', 'min_length', 'string_format', 'custom', undefined])
const assertSayable = (def: object): void => {
  const { check, pattern }: { check?: string; pattern?: RegExp } = def
  if (!SAYABLE.has(check) || pattern?.flags)
    throw new Error(
      `No check can be compiled from the rule ${check} ${pattern ?? ''}: say it as a refinement.`,
    )
}

/** Few texts need their characters counted: the ones with more UTF-16 units. ajv itself counts those of every text. */
const countSeldom = (ajv: Ajv): void => {
  ajv.removeKeyword('maxLength')
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    code(context: KeywordCxt) {
      const { gen, data, schema } = context
      const charactersOf = gen.scopeValue('func', { ref: (text: string) => [...text].length })
      context.fail(_`${data}.length > ${schema} && ${charactersOf}(${data}) > ${schema}`)
    },
  })
}

type Refinement = { check(payload: z.core.ParsePayload): unknown }

const isRefined = (refinement: Refinement | undefined, value: unknown): boolean => {
  const payload: z.core.ParsePayload = { value, issues: [] }
  refinement?.check(payload)
  return payload.issues.length === 0
}
