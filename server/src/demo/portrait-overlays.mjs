/** What the face style lacks, drawn for its 980 × 980 canvas: clothes, headwear, a moustache, a bindi. */

const ink = '#1f1815'
const line = `stroke="${ink}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"`

/** Shoulders with one of several necklines; the skin below the throat is filled in first. */
export function garment(sex, number, { skin, cloth }) {
  const cuts =
    sex === 'f' ? [kurta, saree, blazer, roundNeck, dupatta] : [shirt, kurta, roundNeck, blazer, shirt]
  const throat = `<path d="M285 838C300 900 380 960 475 965C570 960 640 900 655 830C640 850 560 900 470 902C380 900 300 860 285 838Z" fill="#${skin}"/>`
  return throat + cuts[number % cuts.length](`#${cloth}`)
}

const shoulders = 'M20 990C40 900 130 862 268 832'
const rightShoulder = '668 824C800 856 900 900 950 990'

function roundNeck(color) {
  return `<path d="${shoulders}C310 895 390 925 475 925C560 922 635 888 ${rightShoulder}Z" fill="${color}" ${line}/>
    <path d="M300 872C350 925 410 950 476 950C548 948 605 920 645 862" fill="none" ${line} opacity=".45"/>`
}

function kurta(color) {
  return `<path d="${shoulders}C320 880 400 925 470 990C520 935 620 890 ${rightShoulder}Z" fill="${color}" ${line}/>
    <path d="M222 846C300 930 390 960 440 990M700 836C650 900 560 945 505 990" fill="none" ${line} opacity=".45"/>`
}

function shirt(color) {
  return `<path d="${shoulders}C330 890 400 930 470 960C530 930 620 890 ${rightShoulder}Z" fill="${color}" ${line}/>
    <path d="M268 832C262 860 280 930 330 985L472 945C400 925 320 880 268 832Z" fill="${color}" ${line}/>
    <path d="M668 824C680 850 668 920 625 980L472 945C550 920 620 880 668 824Z" fill="${color}" ${line}/>`
}

function blazer(color) {
  return `<path d="${shoulders}C310 890 390 915 475 915C560 912 635 880 ${rightShoulder}Z" fill="#f7efe0" ${line}/>
    <path d="M20 990C40 900 130 862 256 834C290 900 330 950 392 990Z" fill="${color}" ${line}/>
    <path d="M680 826C800 856 900 900 950 990H556C620 950 655 900 680 826Z" fill="${color}" ${line}/>`
}

function saree(color) {
  return `<path d="${shoulders}C310 900 390 935 475 935C560 932 635 892 ${rightShoulder}Z" fill="#7a3b34" ${line}/>
    <path d="M20 990C40 900 130 862 232 842C330 900 470 960 640 990Z" fill="${color}" ${line}/>
    <path d="M150 868C260 930 380 970 500 990" fill="none" ${line} opacity=".45"/>`
}

function dupatta(color) {
  return `<path d="${shoulders}C310 895 390 925 475 925C560 922 635 888 ${rightShoulder}Z" fill="#f7efe0" ${line}/>
    <path d="M150 872C200 850 240 840 268 832C300 890 390 940 475 950C570 940 640 890 668 824C710 832 760 850 800 870C740 960 620 985 480 990C330 985 220 960 150 872Z" fill="${color}" ${line}/>
    <path d="M215 852C290 930 390 960 470 968C570 962 660 920 720 846" fill="none" ${line} opacity=".45"/>`
}

export function moustache({ hair }) {
  return `<path d="M520 592C545 572 580 570 600 580C620 570 650 574 664 588C645 604 618 604 600 596C580 606 545 608 520 592Z" fill="#${hair}"/>`
}

export function fullBeard({ hair }) {
  return `<path d="M322 560C318 680 350 760 440 800C520 836 640 828 700 770C738 720 742 650 728 590C716 612 700 616 680 606C650 574 622 566 600 576C570 564 540 574 516 602C450 640 380 640 322 560Z" fill="#${hair}"/>
    <path d="M540 628C570 650 620 652 652 630" fill="none" stroke="#e9c9b0" stroke-width="9" stroke-linecap="round"/>`
}

export function bindi() {
  return '<circle cx="592" cy="352" r="13" fill="#8c2f26"/>'
}

export function turban() {
  const color = '#c9702f'
  return `<path d="M262 470C200 400 190 250 290 160C390 70 600 70 700 170C760 230 770 310 742 372C700 300 640 262 560 250C440 262 340 340 300 480C285 485 272 480 262 470Z" fill="${color}" ${line}/>
    <path d="M560 250C500 190 400 190 300 260M600 254C560 160 440 110 340 140M640 275C640 190 560 110 470 96M270 400C300 330 370 270 450 240" fill="none" ${line} opacity=".6"/>`
}

export function hijab({ cloth }) {
  const color = `#${cloth}`
  return `<path fill-rule="evenodd" d="M180 990C210 900 230 800 220 640C200 500 190 330 280 220C380 110 600 100 700 210C770 290 780 420 776 560C776 660 764 760 800 990ZM590 248C480 252 380 330 352 470C340 580 376 680 470 716C540 738 630 728 676 672C716 630 722 540 718 450C712 320 670 246 590 248Z" fill="${color}" ${line}/>
    <path d="M300 700C360 800 480 850 640 840M270 820C360 900 500 930 660 900" fill="none" ${line} opacity=".5"/>`
}
