import { tooltipPlace } from './focus-tooltip';

const WINDOW = { width: 400, height: 300 };
const TOOLTIP = { width: 100, height: 20 };
const at = (left: number, top: number) => ({ left, top, bottom: top + 30, width: 40 });

describe('the tooltip of a control', () => {
  it('stands below it, in its middle', () => {
    expect(tooltipPlace(at(200, 100), TOOLTIP, WINDOW)).toEqual({ left: 170, top: 136 });
  });

  it('stays in the window', () => {
    expect(tooltipPlace(at(0, 100), TOOLTIP, WINDOW).left).toBe(4);
    expect(tooltipPlace(at(370, 100), TOOLTIP, WINDOW).left).toBe(296);
  });

  it('stands above where there is no room below', () => {
    expect(tooltipPlace(at(200, 260), TOOLTIP, WINDOW).top).toBe(234);
  });
});
