import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../scripts/index/kinds.mjs'
import { listMembers } from '../../scripts/index/members.mjs'
import { filesBelow, isTest, listImports, readText, root } from './source-files.js'

/**
 * Kinds whose members no file outside their folders may name: the suite that each member's test calls, and the files in
 * which a member's id means something else, with these ids.
 */
const sealedKinds: Readonly<
  Record<string, { readonly suite: RegExp; readonly otherMeanings: Readonly<Record<string, readonly string[]>> }>
> = {
  formats: {
    // The input of SVF is in companions, which the suite of formats does not attach.
    suite: /describeReader\(|describe\('SVF/,
    otherMeanings: {
      // Types of output of the APS-compatible API and of Autodesk's cloud.
      'packages/aps/src/derivative-manifest.ts': ['svf'],
      'packages/aps/src/job-request.ts': ['dwg', 'fbx', 'ifc', 'iges', 'step', 'svf'],
      'packages/translation/src/autodesk-cloud/cloud-manifest.ts': ['svf'],
      'packages/translation/src/autodesk-cloud/cloud-translation.ts': ['svf'],
      // A statement of OBJ, a field of quantised coordinates, and the maximum of a range.
      'packages/formats/src/obj/descriptor.ts': ['step'],
      'packages/mesh/src/prepare-points.ts': ['step'],
      'packages/package-format/src/chunk/chunk-geometry-decode.ts': ['step'],
      'packages/viewer/src/tools/federation/placement.ts': ['max'],
    },
  },
  exporters: {
    suite: /describeExporter\(/,
    otherMeanings: {
      // Types of image files.
      'apps/server/src/platform/image-header.ts': ['png'],
      'packages/bcf/src/write/write-view-files.ts': ['png'],
      'packages/packager/src/sheets/write-images.ts': ['png'],
      'packages/exporters/src/kit/export-image.ts': ['png'],
      // Types of files that users upload by mistake, and views of Autodesk's cloud.
      'packages/formats/src/detection/other-formats.ts': ['dxf', 'glb', 'pdf', 'png', 'svg'],
      'packages/translation/src/autodesk-cloud/cloud-provider.ts': ['pdf'],
      'packages/translation/src/autodesk-cloud/cloud-translation.ts': ['pdf'],
      // Files that a page writes itself, and the writers that it shares with the server.
      'apps/web/src/viewer/tools/print/output/write-files.ts': ['dxf', 'pdf', 'png', 'svg'],
      'apps/web/src/viewer/tools/print/print-dialog.tsx': ['dxf', 'pdf'],
      'apps/web/src/viewer/tools/print/save-pages.ts': ['dxf', 'pdf', 'svg'],
      'packages/exporters/src/pages.ts': ['dxf', 'pdf'],
      // Format of a report about issues.
      'apps/server/src/modules/topics/reports/report-messages.ts': ['pdf'],
      'apps/server/src/modules/topics/reports/report-service.ts': ['pdf'],
      'apps/web/src/platform/issues/report-menu.tsx': ['pdf'],
      'packages/contracts/src/topics/all-topics-shapes.ts': ['pdf'],
      // Elements of a page.
      'packages/extensions/src/overlays/overlay-layer.ts': ['svg'],
      'packages/viewer/src/engine/overlay/svg.ts': ['svg'],
      'packages/viewer/src/engine/view-cube/view-cube.ts': ['svg'],
      'packages/viewer/src/sheets/interaction/measure-sheet.ts': ['svg'],
      'packages/viewer/src/tools/markup/markup-layer.ts': ['svg'],
      'packages/viewer/src/tools/navigation/joystick.ts': ['svg'],
    },
  },
}

const members = kinds.flatMap((kind) =>
  listMembers(kind).map((id) => ({ kind: kind.name, id, folder: `${kind.folder}/${id}` })),
)
const sources = ['packages', 'apps']
  .flatMap((folder) => filesBelow(folder, ['.ts', '.tsx', '.mjs']))
  .filter((path) => !isTest(path) && !path.startsWith('packages/test-kit/'))

/** Returns whether code contains an id in quotes, alone or as the beginning of a name (`'sheet-<id>-3'`). */
const names = (code: string, id: string): boolean =>
  new RegExp(`['"\`](sheet-)?${id}(-[\\d$][^'"\`]*)?['"\`]`).test(code)

/** Returns whether a file imports from a folder. */
const importsFrom = (path: string, folder: string): boolean =>
  listImports(path).some((name) => name.startsWith('.') && join(dirname(path), name).startsWith(`${folder}/`))

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

/** Returns whether a file is in the folder of a member with this id: of another kind, it is a name of its own. */
const isAtHome = (path: string, id: string): boolean =>
  members.some((member) => member.id === id && path.startsWith(`${member.folder}/`))

describe.each(Object.entries(sealedKinds))('members of the kind %s', (kind, { suite, otherMeanings }) => {
  const ownMembers = members.filter((member) => member.kind === kind)

  it('are named in their folders and in generated lists only', () => {
    expect(ownMembers.length).toBeGreaterThan(0)
    const mentions = sources.flatMap((path) => {
      const code = withoutComments(readText(path))
      const idsInText = ownMembers
        .filter(({ id, folder }) => (names(code, id) || importsFrom(path, folder)) && !isAtHome(path, id))
        .map(({ id }) => id)
      return idsInText.length === 0 ? [] : [[path, idsInText] as const]
    })
    expect(Object.fromEntries(mentions)).toEqual(otherMeanings)
  })

  it('are tested with the suite of their kind', () => {
    const folders = ownMembers.map(({ folder, id }) => `${folder}/${id}.test.ts`)
    const untested = folders.filter((path) => !existsSync(join(root, path)) || !suite.test(readText(path)))
    expect(untested).toEqual([])
  })
})

describe('the contract of a module', () => {
  it('is in a folder with the id of the server module that handles its routes', () => {
    const listIds = (kind: string): string[] => members.filter((member) => member.kind === kind).map(({ id }) => id)
    const modules = listIds('server modules')
    expect(listIds('modules with routes').filter((id) => !modules.includes(id))).toEqual([])
  })
})
