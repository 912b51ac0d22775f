import { ApiError } from '@kamar/contracts'
import type { TFunction } from 'i18next'
import { errorMessage } from '../../platform/errors/error-message.js'
import type { ModelViewError } from './model-view.js'

/** Formats an error of the viewer in the words of the specification. */
export function formatModelViewError(viewError: ModelViewError, t: TFunction): string {
  const { kind, error } = viewError
  switch (kind) {
    case 'geometry':
      return t('viewer.error.geometry', { message: formatMessage(error, t) })
    case 'document':
      return t('viewer.error.document', { message: formatMessage(error, t), code: toCode(error) })
    case 'authentication':
      return t('viewer.error.authentication', {
        reason: error === undefined ? t('viewer.error.unknownReason') : errorMessage(error),
      })
    default:
      return t(`viewer.error.${kind}`)
  }
}

/** Engine error codes that have a translated text; the engine's own details are for the console only. */
const engineCodes = ['package-damaged', 'fetch-failed', 'context-lost'] as const

function formatMessage(error: unknown, t: TFunction): string {
  if (error instanceof ApiError) return errorMessage(error)
  const code = engineCodes.find((one) => one === toCode(error))
  if (code !== undefined) return t(`viewer.error.engine.${code}`)
  return error instanceof Error ? error.message : errorMessage(error)
}

function toCode(error: unknown): string {
  if (error instanceof ApiError) return String(error.status ?? 'network')
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'unknown'
}
