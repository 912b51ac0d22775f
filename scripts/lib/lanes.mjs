/** Projects of the test runner by the lane of continuous integration that runs them. */
export const lanes = {
  unit: ['unit', 'pages'],
  browser: ['browser'],
  'end-to-end': ['contract', 'e2e', 'fleet-killed'],
}

/** Every project of `npm test`. In one run no project waits for the last file of another. */
export const allProjects = Object.values(lanes).flat().toSorted()
