import type { BcfVersion } from '../model.js'

// The elements of each version's schemas, in order. `*`: may be repeated. `=kind`: has a text of this kind.
// `@name=kind`: an attribute. `~1`, `~2`: one of two alternatives.

const point = (name: string, indent: string): string =>
  [name, '  X=double', '  Y=double', '  Z=double'].map((line) => indent + line).join('\n')

const file = (external: string, indent: string): string =>
  [
    `File* @IfcProject=ifcGuid @IfcSpatialStructureElement=ifcGuid @${external}=boolean`,
    ...['  Filename=text', '  Date=date', '  Reference=text'],
  ]
    .map((line) => indent + line)
    .join('\n')

const markup20 = `Markup
  Header
${file('isExternal', '    ')}
  Topic @Guid=topicGuid @TopicType=text @TopicStatus=text
    ReferenceLink=text
    Title=text
    Priority=text
    Index=integer
    Labels*=text
    CreationDate=date
    CreationAuthor=text
    ModifiedDate=date
    ModifiedAuthor=text
    AssignedTo=text
    Description=text
    BimSnippet @SnippetType=text @isExternal=false
      Reference=snippetFile
      ReferenceSchema=text
    DocumentReferences* @Guid=guid @isExternal=false
      ReferencedDocument=documentFile
      Description=text
    RelatedTopics* @Guid=guid
  Comment* @Guid=guid
    VerbalStatus=text
    Status=text
    Date=date
    Author=text
    Comment=text
    Topic @Guid=topicGuid
    Viewpoint @Guid=viewpointGuid
    ReplyToComment @Guid=guid
    ModifiedDate=date
    ModifiedAuthor=text
  Viewpoints* @Guid=viewpointGuid
    Viewpoint=viewpointFile
    Snapshot=snapshotFile`

const markup21 = `Markup
  Header
${file('isExternal', '    ')}
  Topic @Guid=topicGuid @TopicType=text @TopicStatus=text
    ReferenceLink*=text
    Title=text
    Priority=text
    Index=integer
    Labels*=text
    CreationDate=date
    CreationAuthor=text
    ModifiedDate=date
    ModifiedAuthor=text
    DueDate=date
    AssignedTo=text
    Stage=text
    Description=text
    BimSnippet @SnippetType=text @isExternal=false
      Reference=snippetFile
      ReferenceSchema=text
    DocumentReference* @Guid=guid @isExternal=false
      ReferencedDocument=documentFile
      Description=text
    RelatedTopic* @Guid=guid
  Comment* @Guid=guid
    Date=date
    Author=text
    Comment=text
    Viewpoint @Guid=viewpointGuid
    ModifiedDate=date
    ModifiedAuthor=text
  Viewpoints* @Guid=viewpointGuid
    Viewpoint=viewpointFile
    Snapshot=snapshotFile
    Index=integer`

const markup30 = `Markup
  Header
    Files
${file('IsExternal', '      ')}
  Topic @Guid=topicGuid @ServerAssignedId=text @TopicType=text @TopicStatus=text
    ReferenceLinks
      ReferenceLink*=text
    Title=text
    Priority=text
    Index=integer
    Labels
      Label*=text
    CreationDate=date
    CreationAuthor=text
    ModifiedDate=date
    ModifiedAuthor=text
    DueDate=date
    AssignedTo=text
    Stage=text
    Description=text
    BimSnippet @SnippetType=text @IsExternal=false
      Reference=snippetFile
      ReferenceSchema=text
    DocumentReferences
      DocumentReference* @Guid=guid
        DocumentGuid=documentGuid~1
        Url=text~2
        Description=text
    RelatedTopics
      RelatedTopic* @Guid=guid
    Comments
      Comment* @Guid=guid
        Date=date
        Author=text
        Comment=text
        Viewpoint @Guid=viewpointGuid
        ModifiedDate=date
        ModifiedAuthor=text
    Viewpoints
      ViewPoint* @Guid=viewpointGuid
        Viewpoint=viewpointFile
        Snapshot=snapshotFile
        Index=integer`

const cameraPose = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector']
  .map((name) => point(name, '    '))
  .join('\n')
const lines = `  Lines
    Line*
${point('StartPoint', '      ')}
${point('EndPoint', '      ')}
  ClippingPlanes
    ClippingPlane*
${point('Location', '      ')}
${point('Direction', '      ')}`
const bitmap = (indent: string, format: string): string =>
  [
    `${indent}${format}`,
    `${indent}Reference=bitmapFile`,
    ...['Location', 'Normal', 'Up'].map((name) => point(name, indent)),
    `${indent}Height=double`,
  ].join('\n')
const component = (indent: string): string =>
  ['Component* @IfcGuid=ifcGuid', '  OriginatingSystem=text', '  AuthoringToolId=text']
    .map((line) => indent + line)
    .join('\n')
const hints = 'ViewSetupHints @SpacesVisible=boolean @SpaceBoundariesVisible=boolean @OpeningsVisible=boolean'

const visualization20 = `VisualizationInfo
  Components
    Component* @IfcGuid=ifcGuid @Selected=boolean @Visible=boolean @Color=color
      OriginatingSystem=text
      AuthoringToolId=text
  OrthogonalCamera~1
${cameraPose}
    ViewToWorldScale=double
  PerspectiveCamera~2
${cameraPose}
    FieldOfView=angle
${lines}
  Bitmaps*
${bitmap('    ', 'Bitmap=upperFormat')}`

const visualization21 = `VisualizationInfo @Guid=documentViewpointGuid
  Components
    ${hints}
    Selection
${component('      ')}
    Visibility @DefaultVisibility=boolean
      Exceptions
${component('        ')}
    Coloring
      Color* @Color=color
${component('        ')}
  OrthogonalCamera~1
${cameraPose}
    ViewToWorldScale=double
  PerspectiveCamera~2
${cameraPose}
    FieldOfView=angle
${lines}
  Bitmap*
${bitmap('    ', 'Bitmap=upperFormat')}`

const visualization30 = `VisualizationInfo @Guid=documentViewpointGuid
  Components
    Selection
${component('      ')}
    Visibility @DefaultVisibility=boolean
      ${hints}
      Exceptions
${component('        ')}
    Coloring
      Color* @Color=color
        Components
${component('          ')}
  OrthogonalCamera~1
${cameraPose}
    ViewToWorldScale=double
    AspectRatio=double
  PerspectiveCamera~2
${cameraPose}
    FieldOfView=angle
    AspectRatio=double
${lines}
  Bitmaps
    Bitmap*
${bitmap('      ', 'Format=lowerFormat')}`

const oldProject = `ProjectExtension
  Project @ProjectId=text
    Name=text
  ExtensionSchema=schemaFile`
const oldVersion = 'Version @VersionId=version\n  DetailedVersion=text'

const extensions30 = `Extensions
  TopicTypes
    TopicType*=text
  TopicStatuses
    TopicStatus*=text
  Priorities
    Priority*=text
  TopicLabels
    TopicLabel*=text
  Users
    User*=text
  SnippetTypes
    SnippetType*=text
  Stages
    Stage*=text`

/** Content of a version's documents, by schema name. */
export const schemaGrammars: Readonly<Record<BcfVersion, Readonly<Record<string, string>>>> = {
  '2.0': { markup: markup20, visinfo: visualization20, project: oldProject, version: oldVersion },
  '2.1': { markup: markup21, visinfo: visualization21, project: oldProject, version: oldVersion },
  '3.0': {
    markup: markup30,
    visinfo: visualization30,
    project: 'ProjectInfo\n  Project @ProjectId=text\n    Name=text',
    version: 'Version @VersionId=version',
    extensions: extensions30,
    documents:
      'DocumentInfo\n  Documents\n    Document* @Guid=documentGuid\n      Filename=documentName\n      Description=text',
  },
}

/** An element of a grammar. */
export interface GrammarLine {
  readonly depth: number
  readonly name: string
  readonly isRepeated: boolean
  readonly kind: string | null
  /** 1 or 2 where the schema allows one of two alternatives. */
  readonly alternative: number | null
  readonly attributes: readonly (readonly [string, string])[]
}

/** Parses a line of a grammar. */
export function parseLine(line: string): GrammarLine {
  const [elementToken = '', ...attributes] = line.trim().split(' ')
  const [, name = '', star, kind, alternative] = /^(\w+)(\*)?(?:=(\w+))?(?:~(\d))?$/.exec(elementToken) ?? []
  return {
    depth: line.search(/\S/) / 2,
    name,
    isRepeated: star !== undefined,
    kind: kind ?? null,
    alternative: alternative === undefined ? null : Number(alternative),
    attributes: attributes.map((text) => text.slice(1).split('=') as [string, string]),
  }
}

/** Lists the names of elements and of attributes (with `@`) in a grammar. */
export function listGrammarNames(grammar: string): ReadonlySet<string> {
  const lines = grammar.split('\n').map(parseLine)
  return new Set(lines.flatMap(({ attributes, name }) => [name, ...attributes.map(([attribute]) => `@${attribute}`)]))
}
