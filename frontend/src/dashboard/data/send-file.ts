/** Not in `api.ts`, which every public page loads. */
import { readError } from '../../api.ts'

/** A file as it is; the answer is read as JSON. */
export const sendFile = async <T>(path: string, file: Blob): Promise<T> => {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'text/csv' },
    body: file,
  })
  if (!response.ok) throw await readError(response)
  return (await response.json()) as T
}
