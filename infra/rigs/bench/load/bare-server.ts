/** The baseline: a server that reads each body and answers. PARSE=1 also parses the JSON. */
import { createServer } from 'node:http'

const parse = process.env.PARSE === '1'

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (parse && body.length > 0) JSON.parse(body.toString())
    response.writeHead(200).end()
  })
}).listen(Number(process.env.PORT), process.env.HOST)
