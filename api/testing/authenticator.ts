/** Software WebAuthn authenticator that can also answer wrongly. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Slips = {
  origin?: string
  /** User verification flag. */
  isUnlocked?: boolean
  /** Overrides the signature counter. */
  counter?: number
}
type Options = { challenge: string }

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const word = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

export const openAuthenticator = (url: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let uses = 0
  const clientData = (type: string, { challenge }: Options, { origin = new URL(url).origin }: Slips) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const deviceData = (flags: number, { isUnlocked = true, counter }: Slips) => {
    uses += 1
    return Buffer.concat([
      sha256(new URL(url).hostname),
      Buffer.from([flags | PRESENT | (isUnlocked ? VERIFIED : 0)]),
      word(counter ?? uses, 4),
    ])
  }
  const answer = (response: Record<string, Buffer>) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  })
  return {
    create: (options: Options, slips: Slips = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), word(rawId.length, 2), rawId, isoCBOR.encode(key)])
      const authData = Buffer.concat([deviceData(ATTESTED, slips), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, slips),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
      })
    },
    get: (options: Options, slips: Slips = {}) => {
      const clientDataJSON = clientData('webauthn.get', options, slips)
      const authenticatorData = deviceData(0, slips)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return answer({ clientDataJSON, authenticatorData, signature })
    },
  }
}
