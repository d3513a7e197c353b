import { rootLook } from './appearance';

const DEFAULT = {
  color_scheme: 1,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  high_contrast_mode: false,
  fluid_layout_width: false,
};

describe('how the page looks', () => {
  it('follows system and browser unless something is chosen', () => {
    expect(rootLook(DEFAULT)).toEqual({ fontSize: '100%', lineHeight: '1.4' });
  });

  it('shows what is chosen', () => {
    const chosen = { ...DEFAULT, color_scheme: 2, web_font_size_px: 20, high_contrast_mode: true };
    expect(rootLook({ ...chosen, fluid_layout_width: true, web_line_height_percent: 158 })).toEqual({
      theme: 'dark',
      contrast: 'high',
      width: 'fluid',
      fontSize: '125%',
      lineHeight: '1.58',
    });
    expect(rootLook({ ...DEFAULT, color_scheme: 3 }).theme).toBe('light');
  });
});
