// Reads QR codes, from the camera or from an image, and puts their text into the field of the code. The library that does it
// is fetched at the first use.

const video = document.getElementById('camera')
const file = document.getElementById('imagem')
const said = document.getElementById('leitura')
const LOOK_MS = 200

let reader

async function read(source) {
  if (reader === undefined) {
    const { BarcodeDetector } = await import('/assets/qr/decode.js')
    reader = new BarcodeDetector({ formats: ['qr_code'] })
  }
  const [found] = await reader.detect(source)
  return found?.rawValue
}

/** Shows the charge at once: whoever scanned a code wants to see it. */
function take(field, code) {
  field.value = code
  field.form.requestSubmit()
}

async function readImage(field, image) {
  said.textContent = 'Lendo a imagem…'
  const code = await createImageBitmap(image)
    .then(read)
    .catch(() => undefined)
  if (code === undefined) said.textContent = 'Nenhum código QR nesta imagem.'
  else take(field, code)
}

async function readCamera(field) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.hidden = true
  }
  video.srcObject = stream
  video.hidden = false
  await video.play()
  said.textContent = 'Aponte a câmera para o código.'
  const look = async () => {
    if (video.hidden) return
    const code = await read(video).catch(() => undefined)
    if (code === undefined) return setTimeout(look, LOOK_MS)
    stop()
    take(field, code)
  }
  window.addEventListener('pagehide', stop, { once: true })
  look()
}

for (const button of document.querySelectorAll('[data-imagem]')) {
  const field = document.getElementById(button.dataset.imagem)
  button.hidden = false
  button.addEventListener('click', () => file.click())
  file.addEventListener('change', () => file.files.length > 0 && readImage(field, file.files[0]))
  field.addEventListener('paste', event => {
    const image = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (image === undefined) return
    event.preventDefault()
    readImage(field, image)
  })
}

for (const button of document.querySelectorAll('[data-camera]')) {
  if (!navigator.mediaDevices?.getUserMedia) continue
  button.hidden = false
  button.addEventListener('click', () =>
    readCamera(document.getElementById(button.dataset.camera)).catch(() => {
      said.textContent = 'Não foi possível usar a câmera.'
    }),
  )
}
