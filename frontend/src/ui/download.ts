export const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then; the file is in memory until it is let go.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
