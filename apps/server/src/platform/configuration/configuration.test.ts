import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.js'
import type { Environment } from './environment.js'

function listErrors(environment: Environment): readonly string[] {
  try {
    readConfiguration(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors
    throw error
  }
}

describe('readConfiguration', () => {
  it('defaults to port 3000, ./data, the embedded database and no trusted proxy', () => {
    expect(readConfiguration({})).toMatchObject({
      port: 3000,
      dataFolder: resolve('./data'),
      publicUrl: null,
      administrator: null,
      databaseUrl: null,
      trustProxy: false,
      uploadLimitBytes: 104_857_600,
      warmReaders: true,
      minIsolation: 'process',
      fallbackFont: null,
      secret: null,
    })
    expect(readConfiguration({}).workers).toBeGreaterThanOrEqual(1)
  })

  it('reads every setting from its variable', () => {
    const configuration = readConfiguration({
      PORT: '8080',
      KAMAR_DATA_DIR: '/srv/kamar',
      KAMAR_PUBLIC_URL: 'https://kamar.example',
      KAMAR_ADMIN_USERNAME: 'root',
      KAMAR_ADMIN_PASSWORD: 'long enough',
      DATABASE_URL: 'postgres://db/kamar',
      KAMAR_TRUST_PROXY: '10.0.0.0/8, ::1',
      KAMAR_UPLOAD_LIMIT: '5GB',
      KAMAR_WORKERS: '0',
      KAMAR_WARM_READERS: 'false',
      KAMAR_MINIMUM_ISOLATION: 'restricted',
      KAMAR_FALLBACK_FONT: 'fonts/chinese.ttc',
      KAMAR_LOG_LEVEL: 'info',
    })
    expect(configuration).toMatchObject({
      port: 8080,
      dataFolder: '/srv/kamar',
      administrator: { username: 'root', password: 'long enough' },
      databaseUrl: 'postgres://db/kamar',
      trustProxy: ['10.0.0.0/8', '::1'],
      uploadLimitBytes: 5 * 1024 ** 3,
      workers: 0,
      warmReaders: false,
      minIsolation: 'restricted',
      fallbackFont: resolve('fonts/chinese.ttc'),
      logLevel: 'info',
    })
    expect(configuration.publicUrl?.href).toBe('https://kamar.example/')
  })

  it('accepts Autodesk credentials with an HTTPS or loopback URL only and never prints the secret', () => {
    const credentials = { KAMAR_AUTODESK_CLIENT_ID: 'id', KAMAR_AUTODESK_CLIENT_SECRET: 'hush' }
    expect(readConfiguration({}).autodeskCloud).toBeNull()
    expect(readConfiguration(credentials).autodeskCloud).toEqual({
      clientId: 'id',
      clientSecret: 'hush',
      region: 'US',
      baseUrl: new URL('https://developer.api.autodesk.com'),
    })
    const local = { KAMAR_AUTODESK_BASE_URL: 'http://127.0.0.1:4000', KAMAR_AUTODESK_REGION: 'EMEA' }
    expect(readConfiguration({ ...credentials, ...local }).autodeskCloud).toMatchObject({ region: 'EMEA' })
    const wrong: readonly Environment[] = [
      { KAMAR_AUTODESK_CLIENT_ID: 'id' },
      { KAMAR_AUTODESK_CLIENT_SECRET: 'hush' },
      { KAMAR_AUTODESK_REGION: 'EMEA' },
      { ...credentials, KAMAR_AUTODESK_REGION: 'MOON' },
      { ...credentials, KAMAR_AUTODESK_BASE_URL: 'http://cloud.example' },
      { ...credentials, KAMAR_AUTODESK_BASE_URL: 'https://cloud.example/path' },
    ]
    for (const environment of wrong) {
      expect(listErrors(environment)).toMatchObject([expect.stringContaining('KAMAR_AUTODESK_')])
      expect(listErrors(environment).join(' ')).not.toContain('hush')
    }
  })

  it('reads the SMTP settings and requires a public URL with them', () => {
    const mail = {
      KAMAR_SMTP_URL: 'smtps://kamar:p%40ss@mail.example:465',
      KAMAR_MAIL_FROM: 'Kamar <kamar@kamar.example>',
    }
    const site = { KAMAR_PUBLIC_URL: 'https://kamar.example' }
    expect(readConfiguration({}).mail).toBeNull()
    expect(readConfiguration({ ...mail, ...site }).mail).toEqual({
      url: mail.KAMAR_SMTP_URL,
      from: mail.KAMAR_MAIL_FROM,
    })
    expect(listErrors(mail)).toEqual([
      'KAMAR_SMTP_URL needs KAMAR_PUBLIC_URL, because mails carry links to this server.',
    ])
  })

  it.each<[Environment, RegExp]>([
    [{ KAMAR_SMTP_URL: 'smtp://mail.example' }, /must be set together/],
    [{ KAMAR_MAIL_FROM: 'kamar@kamar.example' }, /must be set together/],
    [{ KAMAR_SMTP_URL: 'mail.example:secret', KAMAR_MAIL_FROM: 'a@b.example' }, /KAMAR_SMTP_URL must be/],
    [{ KAMAR_SMTP_URL: 'smtp://mail.example', KAMAR_MAIL_FROM: 'nobody' }, /KAMAR_MAIL_FROM must be/],
    [{ KAMAR_SMTP_URL: 'smtp://mail.example', KAMAR_MAIL_FROM: 'a@b.example\r\nBcc: c' }, /KAMAR_MAIL_FROM must be/],
    [{ KAMAR_GOOGLE_CLIENT_SECRET: 'x' }, /KAMAR_GOOGLE_CLIENT_SECRET needs KAMAR_GOOGLE_CLIENT_ID/],
  ])('rejects mail or provider settings %o', (environment, error) => {
    const errors = listErrors({ KAMAR_PUBLIC_URL: 'https://kamar.example', ...environment })
    expect(errors).toEqual([expect.stringMatching(error)])
    expect(errors.join()).not.toContain('secret')
  })

  it('enables the identity providers that have a client id', () => {
    expect(readConfiguration({}).identityProviders).toEqual({ google: null, microsoft: null })
    const { google, microsoft } = readConfiguration({
      KAMAR_GOOGLE_CLIENT_ID: 'g',
      KAMAR_GOOGLE_CLIENT_SECRET: 's',
      KAMAR_MICROSOFT_CLIENT_ID: 'm',
      KAMAR_MICROSOFT_TENANT: 'kamar.example',
    }).identityProviders
    expect(google).toMatchObject({ clientId: 'g', clientSecret: 's' })
    expect(google?.issuer.href).toBe('https://accounts.google.com/')
    expect(microsoft).toMatchObject({ clientId: 'm', clientSecret: null })
    expect(microsoft?.issuer.href).toBe('https://login.microsoftonline.com/kamar.example/v2.0')
  })

  it.each<[string, Environment, string]>([
    ['loopback by default', {}, '127.0.0.1'],
    ['all interfaces when a public URL is set', { KAMAR_PUBLIC_URL: 'https://kamar.example' }, '::'],
    ['the configured address', { KAMAR_HOST: '0.0.0.0' }, '0.0.0.0'],
    ['the configured address behind a proxy', { KAMAR_HOST: '::1', KAMAR_PUBLIC_URL: 'https://kamar.example' }, '::1'],
  ])('listens on %s', (_, environment, host) => {
    expect(readConfiguration(environment).host).toBe(host)
  })

  it.each([
    ['false', false],
    ['1', 1],
    ['10.0.0.7', ['10.0.0.7']],
  ])('reads KAMAR_TRUST_PROXY=%s', (text, value) => {
    expect(readConfiguration({ KAMAR_TRUST_PROXY: text }).trustProxy).toEqual(value)
  })

  it.each([
    ['2048', 2048],
    ['500MB', 500 * 1024 ** 2],
    ['1.5 gb', 1.5 * 1024 ** 3],
  ])('reads KAMAR_UPLOAD_LIMIT=%s', (text, bytes) => {
    expect(readConfiguration({ KAMAR_UPLOAD_LIMIT: text }).uploadLimitBytes).toBe(bytes)
  })

  it.each<[Environment, RegExp]>([
    [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
    [{ PORT: '70000' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ KAMAR_WORKERS: '1.5' }, /^KAMAR_WORKERS /],
    [{ KAMAR_UPLOAD_LIMIT: '6GB' }, /^KAMAR_UPLOAD_LIMIT must be a size from 1 to 5368709120 bytes, like 500MB or 5GB/],
    [{ KAMAR_UPLOAD_LIMIT: '0' }, /^KAMAR_UPLOAD_LIMIT /],
    [{ KAMAR_UPLOAD_LIMIT: '100 MiB' }, /^KAMAR_UPLOAD_LIMIT /],
    [{ KAMAR_WARM_READERS: 'no' }, /^KAMAR_WARM_READERS must be true or false, not "no"\.$/],
    [
      { KAMAR_MINIMUM_ISOLATION: 'none' },
      /^KAMAR_MINIMUM_ISOLATION must be one of sealed, confined, restricted, limited, process/,
    ],
    [{ KAMAR_PUBLIC_URL: 'kamar.example' }, /^KAMAR_PUBLIC_URL must be an address/],
    [{ KAMAR_PUBLIC_URL: 'ftp://kamar.example' }, /^KAMAR_PUBLIC_URL /],
    [{ KAMAR_PUBLIC_URL: 'https://kamar.example/path' }, /^KAMAR_PUBLIC_URL /],
    [{ KAMAR_ADMIN_USERNAME: 'root' }, /must be set together/],
    [{ KAMAR_ADMIN_PASSWORD: 'long enough' }, /must be set together/],
    [{ KAMAR_ADMIN_USERNAME: 'root', KAMAR_ADMIN_PASSWORD: 'short' }, /at least 8 characters/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must begin with postgres/],
    [{ KAMAR_TRUST_PROXY: 'everyone' }, /^KAMAR_TRUST_PROXY /],
    [{ KAMAR_TRUST_PROXY: '0' }, /^KAMAR_TRUST_PROXY /],
    [{ KAMAR_SECRET: 'too short' }, /^KAMAR_SECRET /],
    [{ KAMAR_SECRET: 'a'.repeat(64) }, /hard to guess/],
    [{ KAMAR_LOG_LEVEL: 'loud' }, /^KAMAR_LOG_LEVEL must be one of/],
    [{ KAMAR_DATADIR: '/srv' }, /^KAMAR_DATADIR is not a setting of Kamar/],
  ])('rejects %o with one sentence', (environment, message) => {
    const errors = listErrors(environment)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(message)
    expect(errors[0]?.endsWith('.')).toBe(true)
  })

  it('G22 rejects KAMAR_TRUST_PROXY=true and suggests the number of proxies', () => {
    const [error] = listErrors({ KAMAR_TRUST_PROXY: 'true' })
    expect(error).toMatch(/must not be true, .*; write how many proxies stand in front \(1\)/)
  })

  it('reports all invalid settings at once without their secrets', () => {
    const errors = listErrors({ PORT: 'x', DATABASE_URL: 'secret-password', KAMAR_SECRET: 'weak-secret' })
    expect(errors).toHaveLength(3)
    expect(errors.join()).not.toMatch(/secret-password|weak-secret/)
  })

  it('ignores variables of tests and scripts', () => {
    expect(listErrors({ KAMAR_SAMPLES: '/samples', KAMAR_CHROMIUM: '/usr/bin/chromium', KAMAR_CAMPAIGN: '1' })).toEqual(
      [],
    )
  })
})
