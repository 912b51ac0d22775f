import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.js'
import type { Environment } from './environment.js'

const secret = 'words that are long and hard to guess 0123456789'

function listErrors(environment: Environment): readonly string[] {
  try {
    readConfiguration(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors
    throw error
  }
}

/** Returns whether the error has one sentence about each name, without a stack and without the secrets. */
function reportsAll(environment: Environment, names: readonly string[]): boolean {
  const errors = listErrors(environment)
  const isMessage = (text: string): boolean => /^\S[^\n]*\.$/.test(text) && !/\bat \w+ \(|hush/.test(text)
  return (
    errors.length === names.length &&
    names.every((name, index) => errors[index]?.includes(name)) &&
    errors.every(isMessage)
  )
}

describe('readConfiguration', () => {
  it('L01 reports a setting whose required counterpart is missing', () => {
    expect(reportsAll({ KAMAR_ADMIN_USERNAME: 'root' }, ['KAMAR_ADMIN_PASSWORD'])).toBe(true)
    expect(reportsAll({ KAMAR_SMTP_URL: 'smtps://a:hush@b' }, ['KAMAR_MAIL_FROM'])).toBe(true)
    expect(reportsAll({ KAMAR_GOOGLE_CLIENT_SECRET: 'hush' }, ['KAMAR_GOOGLE_CLIENT_ID'])).toBe(true)
    expect(reportsAll({ KAMAR_ROLE: 'worker' }, ['DATABASE_URL'])).toBe(true)
    const DATABASE_URL = 'postgres://a:hush@b/c'
    expect(reportsAll({ DATABASE_URL, KAMAR_ROLE: 'server' }, ['KAMAR_SECRET'])).toBe(true)
    expect(reportsAll({ DATABASE_URL, KAMAR_S3_BUCKET: 'files' }, ['KAMAR_SECRET'])).toBe(true)
    expect(reportsAll({ KAMAR_S3_BUCKET: 'files', KAMAR_SECRET: secret }, ['DATABASE_URL'])).toBe(true)
    expect(listErrors({ DATABASE_URL, KAMAR_S3_BUCKET: 'files', KAMAR_SECRET: secret })).toEqual([])
    expect(listErrors({ DATABASE_URL, KAMAR_S3_BUCKET: 'files', KAMAR_ROLE: 'worker' })).toEqual([])
    expect(reportsAll({ KAMAR_AUTODESK_CLIENT_ID: 'x' }, ['KAMAR_AUTODESK_'])).toBe(true)
  })

  it('L11 drops the secrets of the server in the worker role, even when the environment contains them', () => {
    const shared = {
      DATABASE_URL: 'postgres://kamar_worker:hush@b/c',
      KAMAR_ADMIN_PASSWORD: 'hush hush hush hush',
      KAMAR_ADMIN_USERNAME: 'root',
      KAMAR_GOOGLE_CLIENT_ID: 'x',
      KAMAR_MAIL_FROM: 'kamar@b.example',
      KAMAR_PUBLIC_URL: 'https://b.example',
      KAMAR_SECRET: secret,
      KAMAR_SMTP_URL: 'smtps://a:hush@b',
    }
    const worker = readConfiguration({ ...shared, KAMAR_ROLE: 'worker' })
    const { administrator, identityProviders, mail } = worker
    expect([worker.secret, administrator, mail, identityProviders.google]).toEqual([null, null, null, null])
    expect(readConfiguration({ ...shared, KAMAR_ROLE: 'server' }).secret).toBe(secret)
    expect(listErrors({ DATABASE_URL: shared.DATABASE_URL, KAMAR_ROLE: 'worker' })).toEqual([])
  })

  it('L01 reports values of the wrong type or range', () => {
    for (const PORT of ['http', '-1', '65536', '1e3', '3000.5', '０']) expect(reportsAll({ PORT }, ['PORT'])).toBe(true)
    for (const KAMAR_WORKERS of ['many', '65', '-1'])
      expect(reportsAll({ KAMAR_WORKERS }, ['KAMAR_WORKERS'])).toBe(true)
    expect(reportsAll({ KAMAR_PUBLIC_URL: 'kamar.example' }, ['KAMAR_PUBLIC_URL'])).toBe(true)
    expect(reportsAll({ DATABASE_URL: 'mysql://a:hush@b/c' }, ['DATABASE_URL'])).toBe(true)
    const KAMAR_WORKER_DATABASE_ROLE = 'kamar_worker'
    expect(reportsAll({ KAMAR_WORKER_DATABASE_ROLE }, ['KAMAR_WORKER_DATABASE_ROLE'])).toBe(true)
    const other = { DATABASE_URL: 'postgres://a@b/c', KAMAR_WORKER_DATABASE_ROLE: 'a"; drop' }
    expect(reportsAll(other, ['KAMAR_WORKER_DATABASE_ROLE'])).toBe(true)
    expect(reportsAll({ KAMAR_TRUST_PROXY: 'maybe' }, ['KAMAR_TRUST_PROXY'])).toBe(true)
    expect(reportsAll({ KAMAR_LOG_LEVEL: 'loud' }, ['KAMAR_LOG_LEVEL'])).toBe(true)
    expect(reportsAll({ PORT: 'http', KAMAR_WORKERS: 'many' }, ['PORT', 'KAMAR_WORKERS'])).toBe(true)
  })

  it('L01 reports unknown KAMAR_ variables', () => {
    expect(reportsAll({ KAMAR_COLOUR: 'blue' }, ['KAMAR_COLOUR'])).toBe(true)
    expect(reportsAll({ KAMAR_SECRET_: 'x'.repeat(40) }, ['KAMAR_SECRET_'])).toBe(true)
    expect(listErrors({ HOME: '/root', KAMAR_TEST_X: '1' })).toEqual([])
  })

  it('L01 reports a weak secret or administrator password', () => {
    for (const KAMAR_SECRET of ['hush', 'a'.repeat(64), 'abcabcabc'.repeat(8)])
      expect(reportsAll({ KAMAR_SECRET }, ['KAMAR_SECRET'])).toBe(true)
    expect(reportsAll({ KAMAR_ADMIN_USERNAME: 'root', KAMAR_ADMIN_PASSWORD: 'hush' }, ['KAMAR_ADMIN_PASSWORD'])).toBe(
      true,
    )
  })
})
