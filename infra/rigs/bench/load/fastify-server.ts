/** A yardstick: Fastify with nothing of ours, which reads a body, parses it and answers. */
import Fastify from 'fastify'

const app = Fastify({ bodyLimit: 1024 * 1024 })
app.get('/health/ready', async () => ({}))
app.post('/*', async (_request, reply) => reply.status(202).send({ accepted: 1 }))
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST ?? '127.0.0.1' })
