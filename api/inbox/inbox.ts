import type { Sql } from 'postgres'
import type { z } from 'zod'
import type { By } from '../auth/guard.ts'
import type { Cell } from '../contract/csv.ts'
import type { filterFields } from '../contract/inbox.ts'
import type { RecordList } from './records/list.ts'
import type { Selection } from './records/selection.ts'

export type Inbox<Item extends { id: string }> = RecordList<Item> & {
  schemas: {
    item: z.ZodType
    page: z.ZodType
    details: z.ZodType
    change: z.ZodType<object>
    filter: z.ZodObject<typeof filterFields>
    selection: z.ZodType<Selection>
  }
  details(sql: Sql, id: string): Promise<unknown>
  change(sql: Sql, id: string, wanted: object, by: By): Promise<void>
  file: {
    /** Prefix of the file name, such as `contact_leads` in contact_leads_2026-01-31.csv. */
    subject: string
    columns: Record<string, (item: Item) => Cell>
  }
}
