/** A self-signed certificate for `localhost`. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** PEM. */
export type Certificate = { certificate: string; key: string }

export const makeCertificate = (days = 1): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const signed = sequence(
    // X.509 version 3.
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1), randomBytes(8)),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + days * DAY_MS)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(IS_AUTHORITY, FOR_LOCALHOST)),
  )
  const signature = sign('sha256', signed, privateKey)
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(0x03, bytes(0), signature))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const DAY_MS = 86_400_000
const bytes = (...values: number[]): Buffer => Buffer.from(values)

/** X.690: tag, length, content. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128 ? bytes(content.length) : bytes(0x82, content.length >> 8, content.length & 255)
  return Buffer.concat([bytes(tag), length, content])
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts)
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'))
const NAME = sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from('localhost')))))
const IS_AUTHORITY = sequence(
  identifier('551d13'),
  der(0x01, bytes(0xff)),
  der(0x04, sequence(der(0x01, bytes(0xff)))),
)
const FOR_LOCALHOST = sequence(identifier('551d11'), der(0x04, sequence(der(0x82, Buffer.from('localhost')))))
