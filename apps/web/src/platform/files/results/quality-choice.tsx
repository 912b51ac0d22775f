import { meshQualities, type MeshQuality } from '@kamar/core'
import { type ResultHistory } from '@kamar/contracts'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { Choice } from '../../design/fields/choice.js'
import { useTranslateAgain, type VersionState } from './use-results.js'

interface QualityChoiceProps {
  readonly version: VersionState
  readonly history: ResultHistory
}

/** Renders the choice of tessellation quality, for users who may translate the model again. */
export function QualityChoice({ version, history }: QualityChoiceProps) {
  const { t } = useTranslation()
  const again = useTranslateAgain(version)
  const shownQuality = history.results.find(({ isShown }) => isShown)?.quality ?? 'standard'
  const [selected, setSelected] = useState<MeshQuality | null>(null)
  if (!history.mayChange) return null
  const quality = selected ?? shownQuality
  const choices = history.qualities.map((value) => ({ value, label: t(`results.${value}`) }))
  return (
    <div className="mb-3">
      <Choice
        legend={t('results.quality')}
        hint={t('results.qualityHint')}
        value={quality}
        choices={choices}
        onChoose={setSelected}
      />
      {quality === shownQuality ? null : (
        <Button
          busy={again.isPending}
          icon={<RefreshCw />}
          onClick={() => again.mutate(quality, { onSuccess: () => setSelected(null) })}
        >
          {t(rank(quality) > rank(shownQuality) ? 'results.againFiner' : 'results.againCoarser')}
        </Button>
      )}
    </div>
  )
}

const rank = (quality: MeshQuality): number => meshQualities.indexOf(quality)
