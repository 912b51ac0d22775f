import { screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { json } from '../../testing/stub-server.js'
import { fileVersions } from '../../testing/test-versions.js'
import { useFindVersions, useFileVersions } from './use-versions.js'

afterEach(cleanUpPage)

/** Renders two users of the same query: a component and a one-time lookup. */
function Both() {
  const versions = useFileVersions('urn-tower').data
  const find = useFindVersions()
  const [description, setDescription] = useState('')
  useEffect(() => {
    void find('urn-tower').then(({ description }) => setDescription(description))
  }, [find])
  return <p>{`${versions?.description ?? ''} ${description}`}</p>
}

test('useFileVersions shares its request with useFindVersions', async () => {
  let requestCount = 0
  appServer().on('GET /api/packages/urn-tower/versions', () => {
    requestCount++
    return json(fileVersions([1]))
  })
  await renderPart(<Both />)
  const { description } = fileVersions([1])
  await waitFor(() => expect(screen.getByText(`${description} ${description}`)).toBeTruthy())
  expect(requestCount).toBe(1)
})
