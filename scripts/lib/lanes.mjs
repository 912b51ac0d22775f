/** Test runner projects by the lane of continuous integration that runs them. */
export const lanes = {
  unit: ['unit', 'pages'],
  browser: ['browser'],
  'end-to-end': ['contract', 'e2e', 'fleet-killed'],
}

/** Every project of `npm test`. In a single run, the projects do not wait for each other's last file. */
export const allProjects = Object.values(lanes).flat().toSorted()
