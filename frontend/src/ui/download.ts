export const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Free the file's memory once the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
