import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openModel, settle } from './screenshots.mjs'
import { signIn } from './product.mjs'

const size = { width: 1280, height: 720 }

/** Draws a visible pointer for the film; browsers omit it from screenshots. */
function drawPointer() {
  addEventListener('DOMContentLoaded', () => {
    const pointer = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    pointer.setAttribute('viewBox', '0 0 24 24')
    pointer.innerHTML =
      '<path d="M5 2l14 12-7 .6L15.5 22l-3 1.3L9.300 16 5 20z" fill="#fff" stroke="#1e2326" stroke-width="1.3"/>'
    Object.assign(pointer.style, {
      position: 'fixed',
      width: '26px',
      height: '26px',
      zIndex: '2147483647',
      pointerEvents: 'none',
      left: '-40px',
      top: '-40px',
    })
    document.documentElement.append(pointer)
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        pointer.style.left = `${clientX - 5}px`
        pointer.style.top = `${clientY - 3}px`
      },
      { capture: true },
    )
  })
}

/** Records the film frame by frame, so that its speed does not depend on the rendering speed of the machine. */
class Camera {
  #page
  #folder
  #count = 0
  #pointer = { x: 640, y: 400 }

  constructor(page, folder) {
    this.#page = page
    this.#folder = folder
  }

  get pattern() {
    return join(this.#folder, 'frame-%04d.png')
  }

  path(index) {
    return join(this.#folder, `frame-${String(index).padStart(4, '0')}.png`)
  }

  async shoot() {
    await this.#page.screenshot({ path: this.path(this.#count) })
    this.#count += 1
  }

  /** Repeats the same frame. */
  async hold(frames) {
    await this.shoot()
    for (let index = 1; index < frames; index++) {
      copyFileSync(this.path(this.#count - 1), this.path(this.#count))
      this.#count += 1
    }
    return this.#count - 1
  }

  /** Moves the pointer along a smooth path, recording each step. */
  async move(x, y, frames = 8) {
    const from = this.#pointer
    for (let index = 1; index <= frames; index++) {
      const share = (1 - Math.cos((index / frames) * Math.PI)) / 2
      this.#pointer = { x: from.x + (x - from.x) * share, y: from.y + (y - from.y) * share }
      await this.#page.mouse.move(this.#pointer.x, this.#pointer.y)
      await this.shoot()
    }
  }

  async click(locator, frames = 8) {
    const box = await locator.boundingBox()
    await this.move(box.x + box.width / 2, box.y + box.height / 2, frames)
    await locator.click()
    await settle(this.#page)
  }
}

const button = (page, name) => page.getByRole('button', { name, exact: true }).locator('visible=true').first()

/** Films the tour: from the list of files to a building, around it, into one of its walls and all of its windows. */
export async function filmTour(stage) {
  const context = await stage.browser.newContext({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  await signIn(context, stage.address)
  await context.addInitScript(drawPointer)
  const page = await context.newPage()
  const camera = new Camera(page, stage.folder)
  await page.goto(`${stage.address}/home`)
  await page.getByText('Arcade House.ifc').locator('visible=true').first().click()
  await page.mouse.move(640, 400)
  await settle(page)
  await camera.hold(14)
  await camera.click(button(page, 'View Model'), 12)
  await openModel(page, stage, 'Arcade House.ifc')
  await page.mouse.move(640, 400)
  const poster = camera.path(await camera.hold(10))
  await orbit(page, camera)
  await camera.move(830, 300, 8)
  await page.mouse.click(830, 300)
  await settle(page)
  await camera.hold(8)
  await camera.click(button(page, 'Home view'))
  await camera.hold(22)
  await camera.click(button(page, 'Search'))
  await camera.hold(3)
  await typeSlowly(page, camera, 'window')
  await camera.click(button(page, 'Select'))
  await camera.hold(5)
  await camera.click(button(page, 'Ghost others'))
  await camera.hold(30)
  await context.close()
  return { pattern: camera.pattern, poster }
}

async function orbit(page, camera) {
  // Orbiting rotates around the point under the pointer, so it begins on the building.
  await camera.move(850, 330, 6)
  await page.mouse.down()
  await camera.move(1010, 350, 26)
  await camera.move(760, 300, 36)
  await camera.move(850, 330, 20)
  await page.mouse.up()
}

async function typeSlowly(page, camera, text) {
  await page.getByPlaceholder('Names, IDs and properties').focus()
  for (const character of text) {
    await page.keyboard.type(character)
    await camera.hold(2)
  }
  await settle(page)
  await camera.hold(6)
}
