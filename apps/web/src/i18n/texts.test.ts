import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import english from './en.json'
import armenian from './hy.json'

interface TextTree {
  readonly [key: string]: string | TextTree
}

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))
const texts = { en: flat(english), hy: flat(armenian) }
const keys = [...texts.en.keys()]

function flat(tree: TextTree, before = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[before + key, value]] : [...flat(value, `${before}${key}.`)],
    ),
  )
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(path) && !path.includes('.test.') ? [readFileSync(path, 'utf8')] : []
  })
}

describe('Armenian', () => {
  test('has every text of English and no other', () => {
    expect([...texts.hy.keys()].sort()).toEqual([...keys].sort())
  })

  test.each(keys)('%s has the same placeholders', (key) => {
    expect(placeholders(texts.hy.get(key) ?? '')).toEqual(placeholders(texts.en.get(key) ?? ''))
  })

  test('is written in Armenian letters, but for names, units and patterns', () => {
    const sameEverywhere = new Set(['landing.plan', 'preview.urn', 'date.day', 'files.countOf', 'upload.of'])
    const foreign = keys.filter(
      (key) =>
        !/[\u0531-\u0587]/.test(texts.hy.get(key) ?? '') && !sameEverywhere.has(key) && !key.includes('skippedOf'),
    )
    expect(foreign).toEqual([])
  })

  test('names twelve months', () => {
    expect(texts.hy.get('date.months')?.split(' ')).toHaveLength(12)
    expect(texts.en.get('date.months')?.split(' ')).toHaveLength(12)
  })
})

test('every text is used', () => {
  const code = sources(sourceFolder).join('\n')
  // `viewer.${tool.text}` and reportWord('finding', …) stand for all texts that begin so.
  const openPrefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '')
  const isUsed = (key: string): boolean => {
    const plain = key.replace(/_(one|other)$/, '')
    return code.includes(`'${plain}'`) || openPrefixes.some((prefix) => plain.startsWith(prefix))
  }
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

test('no text is empty or has spaces at its ends', () => {
  for (const language of [texts.en, texts.hy]) {
    expect([...language].filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  }
})

describe('the specification’s words', () => {
  test.each([
    ['upload.title', 'Upload CAD File'],
    ['files.search', 'Search files...'],
    ['files.loading', 'Loading files...'],
    ['files.empty', 'No files found'],
    ['files.count_other', '{{count}} files'],
    ['files.deleteTitle', 'Delete File'],
    ['files.deleteQuestion', 'Are you sure you want to delete {{file}}?'],
    ['files.deleteWarning', 'This action cannot be undone.'],
    ['files.deleting', 'Deleting...'],
    ['files.clearAll', 'Clear All'],
    ['files.view', 'View Model'],
    ['files.notReady', 'The file is not ready yet: Status: {{status}}'],
    ['preview.empty', 'Select a file to preview'],
    ['status.processing', 'Processing'],
    ['status.success', 'Ready'],
    ['status.failed', 'Failed'],
    ['status.error', 'Error'],
    ['status.unknown', 'Unknown'],
    ['signIn.submitting', 'Signing In...'],
    ['notFound.heading', 'Oops! Page not found'],
    ['notFound.home', 'Return to Home'],
    ['errors.network', 'Network error, please check your connection'],
    ['errors.other', 'Something went wrong'],
    ['errors.unexpected', 'An unexpected error occurred'],
    ['errors.occurred', 'An error occurred'],
    ['errors.deleteFailed', 'Failed to delete file. Please try again.'],
    ['errors.statusFailed', 'Failed to get translation status: {{reason}}'],
    ['errors.accessTokenRequired', 'Access token required for file upload'],
    ['viewer.readyTitle', 'Ready to Load 3D Models'],
    ['viewer.authenticationTitle', 'Authentication Required'],
    ['viewer.loadingModel', 'Loading model...'],
    ['viewer.initializing', 'Initializing...'],
    ['viewer.gettingToken', 'Getting access token...'],
    ['viewer.tokenFromStorage', 'Access token loaded from storage!'],
    ['viewer.tokenObtained', 'Access token obtained successfully! Ready to load models.'],
    ['viewer.viewerReady', 'Viewer ready! Load a model to get started.'],
    ['viewer.modelLoaded', 'Model loaded successfully!'],
    ['viewer.fit', 'Fit to Window'],
    ['viewer.reset', 'Reset View'],
    ['viewer.fullscreen', 'Toggle Fullscreen'],
    ['viewer.tabExamples', 'Examples'],
    ['viewer.agoNow', 'Just now'],
    ['viewer.error.webgl', 'WebGL is not supported in this browser'],
    ['viewer.error.geometry', 'Failed to load geometry: {{message}}'],
    ['viewer.error.nothing', 'No viewable content found in the document'],
    ['viewer.error.document', 'Failed to load document: {{message}} ({{code}})'],
    ['viewer.error.token', 'Access token not available'],
    ['viewer.error.noDocument', 'Please provide document URN or upload a file'],
    ['viewer.error.authentication', 'Authentication failed: {{reason}}'],
    ['viewer.error.unknownReason', 'Unknown error occurred'],
  ])('%s', (key, text) => {
    expect(texts.en.get(key)).toBe(text)
  })
})
