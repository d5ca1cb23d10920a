// What the pages of the checkout do beyond HTML. Every page works without it. It has no words and no templates of its own: the server
// writes them, and these attributes, which mean nothing to a browser without scripts:
//
//   <main data-screen data-version data-state data-events>   data-state: the address of the state as JSON {screen, version, title,
//                                                            main}; data-events: the stream that says when to read it again
//   <main data-offline="...">                                what is said while the gateway cannot be reached
//   <button hidden data-copy="..." data-copied="...">        shown by the script; copies the text and says so for a moment
//   <time data-until data-now>                               counts down from now to until by the gateway's clock
//   <form data-once>                                         a second press is ignored while the first one is under way
//   <form data-zip-codes="...">                             below that address lies what is known of the postal code typed in it
//   <div data-card="...">                           where a card is typed: card.ts
//   <a data-return>                                          is followed by itself after three seconds
import './checkout.css'
import { payByCard, showCard } from './card.ts'
import { copyOnPress, showCopyButtons } from './copy.ts'
import { countDown } from './countdown.ts'
import { sendFormsOnce } from './forms.ts'
import { openLine } from './line.ts'
import { returnSoon } from './return.ts'
import { openScreen } from './screen.ts'
import { fillFromZipCode } from './zip-code.ts'

const TICK_MS = 1_000

function begin(main: HTMLElement): void {
  const shown = () => {
    showCopyButtons(main)
    returnSoon(main)
    showCard(main)
  }
  const screen = openScreen(main, shown)
  copyOnPress(main)
  payByCard(main)
  sendFormsOnce(main)
  fillFromZipCode(main)
  shown()
  const { events } = main.dataset
  const line = screen.isFollowed() ? openLine(screen, events) : null
  const tick = () => {
    countDown(main, screen.refresh)
    line?.tick()
  }
  tick()
  setInterval(tick, TICK_MS)
}

const main = document.querySelector('main')
if (main !== null) begin(main)
