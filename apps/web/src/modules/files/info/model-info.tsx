import type { FileRecord } from '@kamar/contracts'
import type { Manifest } from '@kamar/package-format/read'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { writeNumber } from '../../../platform/format/number.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { useModelSummary } from '../../../platform/files/use-model-summary.js'
import { Fact } from './fact.js'

const units = [
  ['mm', 0.001],
  ['cm', 0.01],
  ['m', 1],
  ['km', 1000],
  ['in', 0.0254],
  ['ft', 0.3048],
] as const

/** Shows metadata of the source: size, unit, storeys, sheets, authoring program, geographic location. */
export function ModelInfo({ file }: { readonly file: FileRecord }) {
  const { data: manifest } = useModelSummary(file)
  return manifest ? <Rows manifest={manifest} /> : null
}

function Rows({ manifest }: { readonly manifest: Manifest }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { authoringTool, bounds, georeference, storeys, sheets } = manifest
  return (
    <>
      {bounds ? <Fact name={t('fileFacts.dimensions')}>{formatDimensions(bounds, t)}</Fact> : null}
      <UnitFact unit={manifest.unit} />
      {storeys ? <Fact name={t('fileFacts.storeys')}>{formats.number(storeys)}</Fact> : null}
      {sheets?.length ? <Fact name={t('fileFacts.sheets')}>{formats.number(sheets.length)}</Fact> : null}
      {authoringTool ? <Fact name={t('fileFacts.program')}>{formatProgram(authoringTool)}</Fact> : null}
      {bounds ? (
        <Fact name={t('fileFacts.georeference')}>
          {georeference
            ? (georeference.coordinateReferenceSystem ?? t('fileFacts.georeferenceYes'))
            : t('fileFacts.georeferenceNo')}
        </Fact>
      ) : null}
    </>
  )
}

function UnitFact({ unit: { name, metres } }: Pick<Manifest, 'unit'>) {
  const { t } = useTranslation()
  const unit = units.find(([, length]) => Math.abs(metres / length - 1) < 1e-6)
  return <Fact name={t('fileFacts.unit')}>{unit ? t(`fileFacts.units.${unit[0]}`) : name}</Fact>
}

/** Formats the lengths of the sides along X, Y and Z with as many decimals as the longest needs: parts in millimetres. */
function formatDimensions({ min, max }: NonNullable<Manifest['bounds']>, t: TFunction): string {
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  const longest = Math.max(...sides, 1e-4)
  const [unit, length] = longest < 1 ? (['millimetres', 0.001] as const) : (['metres', 1] as const)
  const maxDecimals = Math.min(4, Math.max(1, 2 - Math.floor(Math.log10(longest / length))))
  const numbers = sides.map((side) => writeNumber(side / length, currentLanguage(), { maxDecimals }))
  return t(`fileFacts.${unit}`, { sides: numbers.join(' × ') })
}

/** Formats the program and its release; some programs state the path of their file instead of a name. */
function formatProgram({ name, release }: NonNullable<Manifest['authoringTool']>): string {
  const fileName = /[^/\\]+(?=\.exe$)/iu.exec(name)?.[0]
  return `${fileName ?? name} ${release}`.trim()
}
