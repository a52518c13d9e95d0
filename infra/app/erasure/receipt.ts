/** Receipts of erasures, without personal data. They are files outside the stores, so they survive a restore. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const receipt = z.object({
  id: z.uuid(),
  mark: z.object({
    salt: z.string(),
    emailHash: z.string().nullable(),
    sessionHashes: z.array(z.string()),
    ids: z.array(z.uuid()).optional(),
    recordsOfSessions: z.boolean(),
    until: z.iso.datetime(),
  }),
  sessions: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), alias: z.string().regex(/^\w+$/) })),
  erased: z.record(z.string(), z.int()),
  /** What PostgreSQL's files may still hold of the person. Absent in receipts of the first releases. */
  onDisk: z.object({ at: z.iso.datetime(), remains: z.array(z.string()) }).optional(),
})
export type Receipt = z.infer<typeof receipt>

const folderOf = (dataDir: string): string => join(dataDir, 'erasures')

export const saveReceipt = async (dataDir: string, saved: Receipt): Promise<string> => {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const path = join(folderOf(dataDir), `${saved.id}.json`)
  await writeFile(path, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  return path
}

export const readReceipts = async (dataDir: string): Promise<Receipt[]> => {
  const names = await readdir(folderOf(dataDir)).catch(() => [])
  const texts = names
    .filter(name => name.endsWith('.json'))
    .map(name => readFile(join(folderOf(dataDir), name), 'utf8'))
  return (await Promise.all(texts)).map(text => receipt.parse(JSON.parse(text)))
}
