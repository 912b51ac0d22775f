import type { UserExtension } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { extensionsKey } from './use-extension-choice.js'

/** Installs an extension from the address of a manifest; the server checks whether it is allowed. */
export function InstallForm({ onInstalled }: { onInstalled: (extension: UserExtension) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const install = useMutation({
    mutationFn: (manifestUrl: string) => api.call('installExtension', { body: { manifestUrl } }),
    async onSuccess(extension) {
      setAddress('')
      await client.invalidateQueries({ queryKey: extensionsKey })
      onInstalled(extension)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    install.mutate(address.trim())
  }
  return (
    <form onSubmit={submit} className="mt-4 space-y-2">
      <TextField
        label={t('extensions.address')}
        type="url"
        required
        placeholder="https://example.com/manifest.json"
        value={address}
        error={install.error ? errorMessage(install.error) : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" busy={install.isPending}>
        {t('extensions.install')}
      </Button>
    </form>
  )
}
