import type { BcfProject, BcfTopic, BcfViewpoint } from '../model.js'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pose = { eye: [1.5, -2, 1e-7], direction: [0, 1, 0], up: [0, 0, 1], aspectRatio: 1.6 } as const

/** A viewpoint with a perspective camera and every optional field. */
export const fullViewpoint: BcfViewpoint = {
  guid: '7b2ad0f2-8c1b-4d4c-9c55-2f0a3b0f1a01',
  camera: { kind: 'perspective', ...pose, fieldOfViewDegrees: 50 },
  clippingPlanes: [{ point: [0, 0, 3], direction: [0, 0, 1] }],
  visibility: {
    defaultVisible: true,
    exceptions: [{ ifcGuid: '2O2Fr$t4X7Zf8NOew3FNr2' }],
    spaces: true,
    spaceBoundaries: false,
    openings: true,
  },
  selection: [{ ifcGuid: '1hJ4_fZxv9d8N3a0$KqLmT', originatingSystem: 'Revit', authoringToolId: '4711' }],
  colouring: [{ colour: '80FF00AA', components: [{ originatingSystem: 'Kamar', authoringToolId: 'handle <1F>' }] }],
  snapshot: pixel,
}

const parallel: BcfViewpoint = {
  ...fullViewpoint,
  guid: '7b2ad0f2-8c1b-4d4c-9c55-2f0a3b0f1a02',
  camera: { kind: 'orthographic', ...pose, heightMetres: 12.25 },
  clippingPlanes: [],
  selection: [],
  colouring: [],
  snapshot: null,
}

const topic: BcfTopic = {
  guid: '0b1f6d52-6a41-4f57-9d1e-6a7c00000001',
  title: 'Duct <meets> "beam" & pipe',
  description: 'First line\nSecond line, Հայերեն ✓ 🏗',
  type: 'Clash',
  status: 'In Progress',
  priority: 'Critical',
  stage: 'Design',
  labels: ['MEP', 'Structure'],
  assignedTo: 'ani@kamar.test',
  dueDate: '2026-12-24',
  author: 'Narek',
  date: new Date('2026-11-20T10:00:00.000Z'),
  modifiedAuthor: 'Ani',
  modifiedDate: new Date('2026-11-21T11:12:13.456Z'),
  comments: [
    {
      guid: '0b1f6d52-6a41-4f57-9d1e-6a7c00000002',
      text: '<script>alert(1)</script> ]]>',
      author: 'Ani',
      date: new Date('2026-11-20T12:00:00.000Z'),
      modifiedAuthor: null,
      modifiedDate: null,
      viewpointGuid: fullViewpoint.guid,
    },
    {
      guid: '0b1f6d52-6a41-4f57-9d1e-6a7c00000003',
      text: '',
      author: 'Narek',
      date: new Date('2026-11-20T13:00:00.000Z'),
      modifiedAuthor: 'Narek',
      modifiedDate: new Date('2026-11-20T13:01:00.000Z'),
      viewpointGuid: null,
    },
  ],
  viewpoints: [fullViewpoint, parallel],
  files: ['house & garden.ifc'],
}

/** A project with one topic that has all fields and one that has none. */
export const sampleProject: BcfProject = {
  id: 'a-project',
  name: 'Hospital «North»',
  topics: [
    topic,
    {
      ...topic,
      guid: '0b1f6d52-6a41-4f57-9d1e-6a7c00000009',
      title: 'Nothing more',
      description: '',
      priority: '',
      stage: '',
      labels: [],
      assignedTo: '',
      dueDate: null,
      modifiedAuthor: null,
      modifiedDate: null,
      comments: [],
      viewpoints: [],
      files: [],
    },
  ],
}
