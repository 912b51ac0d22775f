import { describe, expect, it } from 'vitest'
import { buildManifest, type ManifestInput, type ManifestNode, viewPackageMime } from './derivative-manifest.js'

const input: ManifestInput = {
  urn: 'dXJu',
  name: 'house.ifc',
  region: 'EMEA',
  outputs: ['svf2', 'thumbnail'],
  state: 'succeeded',
  progressPercent: 100,
  failure: null,
  hasThumbnail: true,
  hasGeometry: true,
  isPartial: false,
  role: '3d',
  bounds: { min: [0, 0, 0], max: [10, 20, 3] },
  selections: [],
  sheets: [],
  exports: new Map([
    ['glb', 1],
    ['properties-json', 1],
  ]),
  computeGuid: (part) => `guid of ${part}`,
}
const buildTestManifest = (changes: Partial<ManifestInput>) => buildManifest({ ...input, ...changes })
const flat = (nodes: readonly ManifestNode[]): ManifestNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

describe('Model Derivative manifest', () => {
  it('describes derivatives with status, MIME types and roles', () => {
    const manifest = buildTestManifest({})
    expect(manifest).toMatchObject({
      type: 'manifest',
      version: '1.0',
      urn: 'dXJu',
      region: 'EMEA',
      hasThumbnail: 'true',
      status: 'success',
      progress: 'complete',
    })
    const [viewable, thumbnail] = manifest.derivatives
    expect(viewable).toMatchObject({ outputType: 'svf2', status: 'success', progress: 'complete', name: 'house.ifc' })
    const nodes = flat(viewable?.children ?? [])
    expect(nodes.filter(({ role }) => role === 'graphics').map(({ mime, urn }) => [mime, urn])).toEqual([
      ['model/gltf-binary', 'urn:adsk.viewing:fs.file:dXJu/output/exports/model.glb'],
      [viewPackageMime, 'urn:adsk.viewing:fs.file:dXJu/output/manifest.json'],
    ])
    expect(JSON.stringify(manifest)).not.toContain('application/autodesk')
    expect(nodes.find(({ type }) => type === 'geometry')).toMatchObject({ role: '3d', guid: 'guid of view' })
    expect(nodes.find(({ type }) => type === 'view')?.camera).toHaveLength(13)
    expect(thumbnail?.children.map(({ resolution }) => resolution)).toEqual([
      [100, 100],
      [200, 200],
      [400, 400],
    ])
  })

  it('lists outputs of selected objects beside the whole model', () => {
    const selections = [
      { output: 'obj', key: 'k1', objectIds: [4, 7], progress: 1 },
      { output: 'stl', key: 'k2', objectIds: [7], progress: 0.5 },
    ] as const
    const { derivatives, status } = buildTestManifest({ outputs: ['obj'], selections, exports: new Map([['obj', 1]]) })
    expect(status).toBe('inprogress')
    expect(derivatives.map(({ outputType, status: reached }) => [outputType, reached])).toEqual([
      ['obj', 'success'],
      ['stl', 'inprogress'],
    ])
    expect(derivatives[0]?.children).toMatchObject([
      { role: 'obj', urn: 'urn:adsk.viewing:fs.file:dXJu/output/exports/model-obj.zip' },
      {
        role: 'obj',
        urn: 'urn:adsk.viewing:fs.file:dXJu/output/exports/objects/k1.zip',
        modelGuid: 'guid of view',
        objectIds: [4, 7],
      },
    ])
  })

  it('is in progress once the job is accepted', () => {
    expect(buildTestManifest({ state: 'queued', progressPercent: 0 })).toMatchObject({
      status: 'inprogress',
      progress: '0% complete',
      derivatives: [{ status: 'inprogress', children: [] }, {}],
    })
    expect(buildTestManifest({ state: 'running', progressPercent: 50 }).progress).toBe('45% complete')
  })

  it('is in progress until its exports are ready', () => {
    const half = new Map([
      ['glb', 0.5],
      ['properties-json', 1],
    ] as const)
    const manifest = buildTestManifest({ exports: half })
    expect(manifest).toMatchObject({ status: 'inprogress', progress: '97% complete' })
    expect(manifest.derivatives.map(({ status }) => status)).toEqual(['inprogress', 'success'])
    expect(buildTestManifest({ exports: new Map() }).progress).toBe('95% complete')
  })

  it('reports why a translation failed, with "complete" as progress', () => {
    const failure = { code: 'unsupported-version', details: { version: 'R14', advice: 'R2018' } } as const
    const manifest = buildTestManifest({ state: 'failed', failure, hasThumbnail: false, progressPercent: 40 })
    expect(manifest).toMatchObject({ status: 'failed', progress: 'complete', hasThumbnail: 'false' })
    expect(manifest.derivatives[0]?.messages).toEqual([
      {
        type: 'error',
        code: 'TranslationWorker-UnsupportedVersion',
        message: 'This version of the format (R14) isn’t supported. Save it as R2018 and upload it again.',
      },
    ])
  })

  it.each([
    [{ state: 'failed', failure: { code: 'reader-fault' } }, 'failed', 'TranslationWorker-InternalFailure'],
    [{ state: 'cancelled' }, 'failed', 'TranslationWorker-Cancelled'],
    [
      { state: 'failed', failure: { code: 'limit-exceeded', details: { kind: 'wall-clock' } } },
      'timeout',
      'TranslationWorker-LimitExceeded',
    ],
    [{ exports: new Map([['glb', null]] as const) }, 'failed', 'TranslationWorker-ExportFailed'],
    [{ hasGeometry: false }, 'failed', 'TranslationWorker-PreviewOnly'],
  ] as const)('maps %j to the status %s and the message code %s', (changes, status, code) => {
    const manifest = buildTestManifest(changes)
    expect(manifest.status).toBe(status)
    expect(manifest.derivatives[0]?.messages?.[0]?.code).toBe(code)
  })

  it('has thumbnails when only the stored preview was read', () => {
    expect(buildTestManifest({ hasGeometry: false }).derivatives[1]).toMatchObject({
      outputType: 'thumbnail',
      status: 'success',
    })
  })

  it('warns about a partial result', () => {
    expect(buildTestManifest({ isPartial: true }).derivatives[0]?.messages?.[0]).toMatchObject({ type: 'warning' })
  })

  it('has a geometry with the role 2d for a drawing', () => {
    const nodes = flat(buildTestManifest({ role: '2d', bounds: null }).derivatives[0]?.children ?? [])
    expect(nodes.find(({ type }) => type === 'geometry')).toMatchObject({ role: '2d' })
    expect(nodes.some(({ type }) => type === 'view')).toBe(false)
  })

  it('lists the PDF of a drawing and one SVG per sheet', () => {
    const buildOnlyDerivative = (outputs: ManifestInput['outputs'], exports: ManifestInput['exports']) =>
      buildTestManifest({ outputs, exports, sheets: ['Model', 'A1'] }).derivatives[0]
    const pdf = buildOnlyDerivative(['pdf'], new Map([['pdf', 1]]))
    expect(pdf?.children).toMatchObject([{ mime: 'application/pdf', role: 'graphics' }])
    const sheetExports = ['sheet-svg-0', 'sheet-svg-1'] as const
    expect(buildOnlyDerivative(['svg'], new Map([[sheetExports[0], 1]]))).toMatchObject({
      status: 'inprogress',
      children: [],
    })
    expect(buildOnlyDerivative(['svg'], new Map(sheetExports.map((name) => [name, 1])))?.children).toMatchObject([
      { mime: 'image/svg+xml', name: 'Model' },
      { mime: 'image/svg+xml', name: 'A1' },
    ])
    expect(buildTestManifest({ outputs: ['pdf'] })).toMatchObject({ status: 'failed' })
  })
})
