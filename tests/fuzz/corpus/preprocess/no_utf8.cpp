ÿTensor€AICORE void þf(À¯Tensor) AICOREí €
