import { ApiError } from '@kamar/contracts'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startInternationalization } from '../../platform/i18n/index.js'
import type { ModelViewError, ViewerStatus } from './model-view.js'
import { formatModelViewError } from './format-model-view-error.js'
import { propertyCopy, propertyText } from '../kit/property-value.js'

beforeAll(() => startInternationalization('en'))

describe('viewer status messages', () => {
  const messages: Record<ViewerStatus, string> = {
    initializing: 'Initializing...',
    gettingToken: 'Getting access token...',
    tokenFromStorage: 'Access token loaded from storage!',
    tokenObtained: 'Access token obtained successfully! Ready to load models.',
    viewerReady: 'Viewer ready! Load a model to get started.',
    loadingModel: 'Loading model...',
    modelLoaded: 'Model loaded successfully!',
  }
  test.each(Object.entries(messages) as [ViewerStatus, string][])(
    'match the specified text for %s',
    (status, message) => {
      expect(i18next.t(`viewer.${status}`)).toBe(message)
    },
  )
})

describe('formatModelViewError', () => {
  const body = { status: 404, code: 'not-found', message: 'Not found' }
  const coded = Object.assign(new Error('bytes differ'), { code: 'package-damaged' })

  test.each<[ModelViewError, string]>([
    [{ kind: 'webgl' }, 'WebGL is not supported in this browser'],
    [{ kind: 'memory' }, 'Not enough memory for this model'],
    [{ kind: 'nothing' }, 'No viewable content found in the document'],
    [{ kind: 'token' }, 'Access token not available'],
    [{ kind: 'noDocument' }, 'Please provide document URN or upload a file'],
    [{ kind: 'geometry', error: new Error('bad chunk') }, 'Failed to load geometry: bad chunk'],
    [
      { kind: 'geometry', error: Object.assign(new Error('package-damaged: worker'), { code: 'package-damaged' }) },
      'Failed to load geometry: the stored result is corrupt or incomplete',
    ],
    [{ kind: 'geometry', error: new ApiError(404, body) }, 'Failed to load geometry: Not found'],
    [{ kind: 'document', error: new ApiError(404, body) }, 'Failed to load document: Not found (404)'],
    [
      { kind: 'document', error: coded },
      'Failed to load document: the stored result is corrupt or incomplete (package-damaged)',
    ],
    [
      { kind: 'document', error: new ApiError(null, null) },
      'Failed to load document: Network error, please check your connection (network)',
    ],
    [{ kind: 'document', error: 'odd' }, 'Failed to load document: An unexpected error occurred (unknown)'],
    [{ kind: 'authentication', error: new ApiError(404, body) }, 'Authentication failed: Not found'],
    [{ kind: 'authentication' }, 'Authentication failed: Unknown error occurred'],
  ])('formats %o as "%s"', (viewError, text) => {
    expect(formatModelViewError(viewError, i18next.t)).toBe(text)
  })
})

describe('property values', () => {
  const labels = { yes: 'Yes', no: 'No' }
  test.each([
    [{ value: true }, 'Yes'],
    [{ value: false }, 'No'],
    [{ value: 'Tuff' }, 'Tuff'],
    [{ value: '' }, ''],
    [{ value: 2.5, unit: 'm' }, '2.5 m'],
    [{ value: 0.1 + 0.2 }, '0.3'],
    [{ value: 12345.6789 }, '12345.6789'],
    [{ value: 1 / 3, unit: 'm²' }, '0.3333 m²'],
    [{ value: 0 }, '0'],
    [{ value: 0.00000123 }, '0.00000123'],
    [{ value: -42 }, '-42'],
  ])('show %o as "%s"', (property, text) => {
    expect(propertyText({ name: 'Width', ...property }, labels)).toBe(text)
  })

  test('are copied at full precision, without the unit', () => {
    expect(propertyCopy({ name: 'Width', value: 1 / 3, unit: 'm' })).toBe(String(1 / 3))
    expect(propertyCopy({ name: 'IsExternal', value: true })).toBe('true')
  })
})
