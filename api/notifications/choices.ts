/** What each member of staff has chosen to be told of. */
import type { ISql } from 'postgres'
import type { NotificationChoice } from '../contract/notifications/choice.ts'

export const choiceOf = async (sql: ISql, accountId: string): Promise<NotificationChoice> => {
  const [row] = await sql<NotificationChoice[]>`
    SELECT email, kinds FROM notification_choices WHERE account_id = ${accountId}`
  return row ?? { email: '', kinds: [] }
}

export const saveChoice = async (
  sql: ISql,
  accountId: string,
  { email, kinds }: NotificationChoice,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO notification_choices (account_id, email, kinds, chosen_at) VALUES (${accountId}, ${email}, ${kinds}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET email = EXCLUDED.email, kinds = EXCLUDED.kinds, chosen_at = EXCLUDED.chosen_at`
}
