import { describe, expect, test } from 'vitest'
import { loadMessages, type MessageTree } from './load-messages.js'

const english = await loadMessages('en', ['viewer'])

const text = (key: string): string | MessageTree | undefined =>
  key
    .split('.')
    .reduce<string | MessageTree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      english,
    )

describe('English messages', () => {
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
  ])('match the specified text for %s', (key, wording) => {
    expect(text(key)).toBe(wording)
  })
})
