import { meshQualities } from '@kamar/core'

/** Minimal viewpoint. */
export const sampleViewpoint = {
  camera: null,
  sections: [],
  visibility: { defaultVisible: true, exceptions: [] },
  selection: [],
  colouring: [],
}

const invitation = { email: 'invited@kamar.test', role: 'viewer' }
const file = '/api/auth/my-urns/:id'

const stance = {
  placement: { x: 0, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] },
  method: 'shared',
  off: false,
  ghosted: false,
}
const sampleModelSet = { name: 'A set', members: [{ fileId: 'unknown', ...stance }] }

/** Valid bodies for calls that validate them before they look up the file: `<method> <path>`. */
export const sampleBodies: Readonly<Record<string, object>> = {
  [`PATCH ${file}`]: { description: 'renamed' },
  [`POST ${file}/people`]: invitation,
  [`POST ${file}/project`]: { projectId: 'unknown' },
  [`POST ${file}/links`]: { mayDownload: false, expiresAt: null },
  'POST /api/projects/:projectId/model-sets': sampleModelSet,
  'PATCH /api/model-sets/:setId': { revision: 1, name: 'Another set' },
  // Only a shared filter needs more than to see the file.
  [`POST ${file}/filters`]: {
    name: 'Without fire rating',
    rule: {
      kind: 'all',
      rules: [{ kind: 'test', field: { set: '*', property: 'FireRating' }, operator: 'empty', value: '' }],
    },
    rgb: [230, 145, 56],
    isShared: true,
  },
  'PATCH /api/filters/:filterId': { name: 'Another filter' },
  [`POST ${file}/topics`]: { title: 'A topic' },
  [`PATCH ${file}/topics/:topicId`]: { revision: 1, title: 'Another title' },
  [`POST ${file}/topics/:topicId/comments`]: { text: 'A comment' },
  [`PATCH ${file}/topics/:topicId/comments/:commentId`]: { revision: 1, text: 'Another comment' },
  [`POST ${file}/topics/:topicId/viewpoints`]: sampleViewpoint,
  [`POST ${file}/views`]: sampleViewpoint,
  [`PUT ${file}/draft`]: { views: [], changedAt: '2026-11-01T12:00:00.000Z' },
  [`POST ${file}/view-links`]: sampleViewpoint,
  [`POST ${file}/viewpoints/:viewpointId/copy`]: { name: 'Copy' },
  [`PATCH ${file}/viewpoints/:viewpointId`]: { revision: 1, name: 'Another name' },
  'POST /api/packages/:urn/results': { quality: meshQualities[0] },
  'POST /api/projects': { name: 'A project' },
  'PATCH /api/projects/:projectId': { name: 'Another name' },
  'PUT /api/projects/:projectId/cloud': { filesMayLeave: false },
  'PUT /api/projects/:projectId/quota': { quotaBytes: null },
  'POST /api/projects/:projectId/folders': { name: 'A folder' },
  'POST /api/projects/:projectId/people/plan': {
    kind: 'account',
    id: '00000000-0000-7000-8000-000000000def',
    role: 'viewer',
  },
  'PUT /api/projects/:projectId/groups/:groupId': { role: 'viewer' },
  'POST /api/folders/:id/paths': { paths: [['A folder']] },
  'PATCH /api/folders/:id': { name: 'Another name', revision: 1 },
  'POST /api/folders/:id/moves/plan': {},
  'POST /api/folders/:id/moves': {},
  'PUT /api/folders/:id/permissions': { rules: null, revision: 1 },
  'POST /api/folders/:id/permissions/plan': { rules: null, revision: 1 },
  'POST /api/projects/:projectId/people': invitation,
  'PATCH /api/projects/:projectId/people/:accountId': { role: 'editor' },
}
