import { expect, it } from 'vitest'
import type { UploadResult } from './shapes.js'
import { decodeUploadResult, encodeUploadResult } from './upload-result-header.js'

const fileName = 'Շենք "3" – план\r\n\u202e🏛.ifc'
const result: UploadResult = {
  fileName,
  urn: 'dXJu',
  jobId: 'job-1',
  file: {
    id: 'file-1',
    description: fileName,
    urn: 'dXJu',
    updated_at: '2026-01-02T03:04:05.678Z',
    size: 12,
    status: 'processing',
    progress: 0,
    stage: null,
    jobId: 'job-1',
    failure: null,
    partial: false,
    previewOnly: false,
    hasThumbnail: false,
  },
}

it('encodeUploadResult writes any file name as ASCII, and decodeUploadResult restores it', () => {
  const value = encodeUploadResult(result)
  expect(value).toMatch(/^[\x21-\x7e]+$/)
  expect(decodeUploadResult(value)).toEqual(result)
})

it('decodeUploadResult returns null for an absent, broken or foreign header', () => {
  for (const value of [null, undefined, '', '%', 'abc', encodeURIComponent('{"urn":1}')]) {
    expect(decodeUploadResult(value)).toBeNull()
  }
})
