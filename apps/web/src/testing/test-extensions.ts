import type { AdminExtension, UserExtension } from '@kamar/contracts'

const paint = {
  id: 'a',
  identifier: 'com.example.paint',
  name: 'Paint',
  version: '1.0.0',
  publisher: 'Example',
  description: '',
  permissions: ['elements'],
  manifestUrl: 'https://example.com/manifest.json',
  audience: 'on-demand',
} as const

/** A third-party extension, as administrators see it. */
export const adminExtension: AdminExtension = {
  ...paint,
  permissions: ['elements'],
  enabled: true,
  integrity: 'sha384-x',
  fetchedAt: '2026-11-20T10:00:00.000Z',
  installations: 3,
}

/** The same extension for a user who has it installed. */
export const userExtension: UserExtension = {
  ...paint,
  permissions: ['elements'],
  installed: true,
  granted: ['elements'],
}
