/** A yardstick: Fastify with nothing of ours, which reads a body, parses it and answers. */
import Fastify from 'fastify'

const { HOST = '127.0.0.1', PORT } = process.env

const app = Fastify()
app.get('/health/ready', async () => ({}))
app.post('/*', async (_request, reply) => reply.status(202).send({ accepted: 1 }))
await app.listen({ port: Number(PORT), host: HOST })
