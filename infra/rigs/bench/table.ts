/** Results as Markdown, with the machine that measured them. */
import { cpus, totalmem } from 'node:os'

export type Table = { title: string; head: string[]; rows: string[] }

export const row = (...cells: (string | number)[]): string =>
  `| ${cells.map(cell => (typeof cell === 'number' ? Math.round(cell).toLocaleString('en-GB') : cell)).join(' | ')} |`

export const markdown = ({ title, head, rows }: Table): string =>
  [`**${title}**`, '', row(...head), `| ${head.map(() => '---').join(' | ')} |`, ...rows, ''].join('\n')

export const machine = (): string => {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Measured on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}; the load runs on the same machine.`
}
