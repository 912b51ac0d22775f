import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Comment } from 'typedoc'
import { pagesFolder, repositoryAddress, root, siteFolder } from './paths.mjs'

const documentedPackages = ['comparison', 'extensions', 'view-package', 'viewer']

const contents = {
  basePath: root,
  readme: 'none',
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  sort: ['alphabetical'],
  validation: { notExported: false, invalidLink: true, notDocumented: false },
}

// TypeDoc's paths are relative to the common folder of the packages.
const sources = repositoryAddress
  ? { disableGit: true, sourceLinkTemplate: `${repositoryAddress}/tree/main/packages/{path}#L{line}` }
  : { disableSources: true }

const format = {
  plugin: ['typedoc-plugin-markdown'],
  entryFileName: 'index',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  enumMembersFormat: 'table',
}

/** Writes the pages of the packages' exported interfaces from their TypeScript sources. */
export async function writeApiPages() {
  const application = await Application.bootstrapWithPlugins({
    ...contents,
    ...sources,
    ...format,
    name: 'Packages for JavaScript',
    entryPoints: documentedPackages.map((name) => join(root, 'packages', name, 'src/index.ts')),
    tsconfig: join(siteFolder, 'tsconfig.json'),
    out: join(pagesFolder, 'api'),
    logLevel: 'Warn',
  })
  const project = await application.convert()
  if (!project || application.logger.hasErrors()) throw new TypeError('TypeDoc could not read the packages')
  for (const module of project.children) describePackage(module)
  await application.generateOutputs(project)
}

/** Sets the name and description of a module, which TypeDoc names after its source folder, to those of its package. */
function describePackage(module) {
  module.name = module.name.replace(/^packages\/(.+)\/src$/, '$1')
  const { description } = JSON.parse(readFileSync(join(root, 'packages', module.name, 'package.json'), 'utf8'))
  module.comment = new Comment([{ kind: 'text', text: `${description}.` }])
}
